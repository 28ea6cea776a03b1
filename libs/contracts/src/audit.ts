/** Groups of the activity log (HTTP specification 4.9). */
export const AUDIT_GROUPS = ['link', 'campaign', 'member', 'security'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

/** Every audit event type and the group that it is listed under. */
export const AUDIT_TYPES = {
  link_created: 'link',
  link_updated: 'link',
  link_deleted: 'link',
  link_restored: 'link',
  link_slug_changed: 'link',
  link_alias_added: 'link',
  link_alias_removed: 'link',
  link_password_set: 'link',
  link_password_removed: 'link',
  link_archived: 'link',
  link_unarchived: 'link',
  link_enabled: 'link',
  link_disabled: 'link',
  link_alert_sent: 'link',
  links_bulk_action: 'link',
  links_imported: 'link',
  links_exported: 'link',
  tag_created: 'link',
  tag_updated: 'link',
  tag_deleted: 'link',
  view_shared: 'link',
  view_changed: 'link',
  view_unshared: 'link',
  campaign_created: 'campaign',
  campaign_updated: 'campaign',
  campaign_deleted: 'campaign',
  utm_presets_changed: 'campaign',
  invitation_sent: 'member',
  invitation_resent: 'member',
  invitation_revoked: 'member',
  invitation_accepted: 'member',
  member_role_changed: 'member',
  member_activity_changed: 'member',
  member_removed: 'member',
  ownership_transferred: 'member',
  workspace_created: 'security',
  workspace_updated: 'security',
  workspace_deleted: 'security',
  workspace_logo_changed: 'security',
  workspace_link_prefix_revoked: 'security',
  signed_in: 'security',
  email_verified: 'security',
  email_changed: 'security',
  sessions_ended: 'security',
  identity_connected: 'security',
  identity_disconnected: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  second_factor_enabled: 'security',
  second_factor_disabled: 'security',
  recovery_code_used: 'security',
  login_failed: 'security',
  password_reset: 'security',
  report_shared: 'security',
  report_unshared: 'security',
  abuse_report: 'security',
  abuse_report_dismissed: 'security',
  abuse_report_message: 'security',
  link_quarantined: 'security',
  link_quarantine_lifted: 'security',
  rate_limit_exceeded: 'security',
  demo_created: 'security',
} as const satisfies Record<string, AuditGroup>;
export type AuditType = keyof typeof AUDIT_TYPES;

/** One entry of the append-only activity log. */
export interface AuditEvent {
  /** Increasing integer; also the cursor of the listing. */
  id: number;
  /** Type of the event. */
  type: AuditType;
  /** Group under which it is listed. */
  group: AuditGroup;
  /** ISO 8601 UTC. */
  at: string;
  /** Who did it; null for the system, visitors and removed accounts. */
  actor: NamedActor | null;
  /** The link concerned; null when the event is not about a link. */
  link: { id: string; slug: string } | null;
  /** Details, depending on the type. */
  detail: Record<string, unknown>;
}

export interface AuditEventPage {
  /** Newest first. */
  items: AuditEvent[];
  /** Pass as `before` for the next page; null at the end. */
  nextBefore: number | null;
}

/** A person, as shown next to their actions. */
export interface Actor {
  id: string;
  email: string;
}

/** An actor with display name; a null name means only the address is shown. */
export interface NamedActor extends Actor {
  /** Display name shown next to the address; null when the account has none. */
  displayName: string | null;
}
