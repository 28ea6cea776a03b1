import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** What an alert is about: the expiry, the visit cap, the review time. */
export type AlertKind = 'expiry' | 'visits' | 'review';

/** That an alert of a link was sent. It is gone, and the alert armed again, once what it was about changes. */
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
