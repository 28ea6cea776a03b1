import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A migration that has been applied. */
@Entity('schema_migrations')
export class SchemaMigrationEntity {
  @PrimaryColumn('text')
  name: string;

  @Column('text')
  checksum: string;

  @Column('timestamptz', { name: 'applied_at', default: () => 'now()' })
  appliedAt: Date;
}
