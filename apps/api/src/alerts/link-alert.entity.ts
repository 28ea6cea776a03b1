import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What an alert is about: the expiry, the visit cap, the review time. */
export type AlertKind = 'expiry' | 'visits' | 'review';

/**
 * Records that an alert was sent. The row is deleted, which re-arms the alert, when the value that it was about
 * changes.
 */
@Entity('link_alerts')
@Check('link_alerts_kind_check', `kind IN ('expiry', 'visits', 'review')`)
@ForeignKey('LinkEntity', ['workspaceId', 'linkId'], ['workspaceId', 'id'], {
  name: 'link_alerts_link_fkey',
  onDelete: 'CASCADE',
})
export class LinkAlertEntity {
  @Column('uuid', { name: 'workspace_id' })
  workspaceId: string;

  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId: string;

  @PrimaryColumn('text')
  kind: AlertKind;

  @Column('timestamptz', { name: 'sent_at' })
  sentAt: Date;
}
