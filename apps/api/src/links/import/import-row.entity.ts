import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Records that a row of an imported file has become a link. */
@Entity('import_rows')
@Index('import_rows_link_idx', ['linkId'])
export class ImportRowEntity {
  @ForeignKey('ImportEntity', { name: 'import_rows_import_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'import_id' })
  importId: string;

  @PrimaryColumn('integer')
  row: number;

  @ForeignKey('LinkEntity', { name: 'import_rows_link_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'link_id' })
  linkId: string;
}
