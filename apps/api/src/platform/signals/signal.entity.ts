import type { SignalKey, SignalState } from '@signpost/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** State of a part of a process, as the process last reported it. */
@Entity('signals')
@Check('signals_state_check', `state IN ('ok', 'degraded', 'failed')`)
export class SignalEntity {
  /** Id of the process. */
  @PrimaryColumn('uuid')
  instance: string;

  @PrimaryColumn('text')
  key: SignalKey;

  @Column('text')
  state: SignalState;

  @Column('text', { nullable: true })
  detail: string | null;

  /** When the state was reported, by the process's clock. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** When the process last renewed it, by the database's clock. */
  @Column('timestamptz', { name: 'seen_at', default: () => 'now()' })
  seenAt: Date;
}
