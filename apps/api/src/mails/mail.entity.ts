import { Check, Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A queued mail, or the result of a former one. */
@Entity('mails')
@Check('mails_payload', '(payload IS NULL) = (sent_at IS NOT NULL OR failed_at IS NOT NULL)')
@Index('mails_due_idx', ['nextAttemptAt'], { where: 'payload IS NOT NULL' })
@Index('mails_failed_idx', ['failedAt'], { where: 'failed_at IS NOT NULL' })
@Index('mails_created_idx', ['createdAt'])
export class MailEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: string;

  /**
   * Recipient and content, encrypted with a key derived from SESSION_SECRET, because they hold single-use tokens.
   * Null once the mail was sent or given up.
   */
  @Column('bytea', { nullable: true })
  payload: Buffer | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column('integer', { default: 0 })
  attempts: number;

  /** Also the end of the lease while a process is sending it. */
  @Column('timestamptz', { name: 'next_attempt_at', default: () => 'now()' })
  nextAttemptAt: Date;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt: Date | null;

  @Column('timestamptz', { name: 'failed_at', nullable: true })
  failedAt: Date | null;

  /** Code of the last error; never the server's text, which may contain the recipient. */
  @Column('text', { name: 'last_error', nullable: true })
  lastError: string | null;
}
