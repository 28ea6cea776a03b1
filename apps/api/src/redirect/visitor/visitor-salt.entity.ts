import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The salt of one day's visitor hashes; deleted after the following day has ended. */
@Entity('visitor_salts')
@Check('visitor_salts_salt_check', 'octet_length(salt) = 32')
export class VisitorSaltEntity {
  /** UTC, as YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  @Column('bytea')
  salt: Buffer;
}
