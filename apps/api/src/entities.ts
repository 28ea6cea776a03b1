import { SecondFactorEntity } from './auth/second-factor/second-factor.entity.js';
import { RecoveryCodeEntity } from './auth/second-factor/recovery-code.entity.js';
import { PasskeyAnswerEntity } from './auth/passkeys/passkey-answer.entity.js';
import { PasskeyEntity } from './auth/passkeys/passkey.entity.js';
import * as clicks from './clicks/click-tables.entity.js';
import { LinkAlertEntity } from './alerts/link-alert.entity.js';
import { AuditEventEntity } from './audit/audit-event.entity.js';
import { HandOverEntity } from './auth/sign-in/hand-over.entity.js';
import { IdentityEntity } from './auth/oidc/identity.entity.js';
import { SessionEntity } from './auth/session/session.entity.js';
import { UserEntity } from './auth/account/user.entity.js';
import { UserTokenEntity } from './auth/account/user-token.entity.js';
import { EmailChangeEntity } from './auth/account/email-change.entity.js';
import { CampaignEntity } from './campaigns/campaign.entity.js';
import { InvitationEntity } from './invitations/invitation.entity.js';
import { JobEntity } from './jobs/job.entity.js';
import { AddressEntity } from './links/record/address.entity.js';
import { KeptPathEntity } from './links/record/kept-path.entity.js';
import { LinkEntity } from './links/record/link.entity.js';
import { LinkCountEntity } from './links/record/link-count.entity.js';
import { LinkCounterEntity } from './links/record/link-counter.entity.js';
import { LinkHistoryEntity } from './links/record/link-history.entity.js';
import { LinkTagEntity } from './links/record/link-tag.entity.js';
import { ImportEntity } from './links/import/import.entity.js';
import { ImportRowEntity } from './links/import/import-row.entity.js';
import { MembershipEntity } from './members/membership.entity.js';
import { SchemaMigrationEntity } from './platform/database/schema-migration.entity.js';
import { IdempotencyKeyEntity } from './platform/idempotency/idempotency-key.entity.js';
import { MailEntity } from './mails/mail.entity.js';
import { SignalEntity } from './platform/signals/signal.entity.js';
import { VisitorSaltEntity } from './redirect/visitor/visitor-salt.entity.js';
import { ReportShareEntity } from './shares/report-share.entity.js';
import { AbuseReportEntity } from './destinations/abuse-report.entity.js';
import { LinkDestinationEntity } from './destinations/link-destination.entity.js';
import { WatchedDestinationEntity } from './destinations/watched-destination.entity.js';
import { WatchedHostEntity } from './destinations/watched-host.entity.js';
import { TagEntity } from './tags/tag.entity.js';
import { SavedViewEntity } from './views/saved-view.entity.js';
import { UtmPresetEntity } from './workspaces/utm-preset.entity.js';
import { WorkspaceEntity } from './workspaces/workspace.entity.js';

/**
 * All tables that TypeORM reads or writes, for connections without the modules, in commands and tests. In the application,
 * each module registers its entities with `TypeOrmModule.forFeature`; `entities.db.spec.ts` compares both.
 */
export const ENTITIES = [
  ...Object.values(clicks),
  AddressEntity,
  AuditEventEntity,
  CampaignEntity,
  AbuseReportEntity,
  EmailChangeEntity,
  HandOverEntity,
  IdempotencyKeyEntity,
  IdentityEntity,
  PasskeyEntity,
  PasskeyAnswerEntity,
  RecoveryCodeEntity,
  SecondFactorEntity,
  ImportEntity,
  ImportRowEntity,
  InvitationEntity,
  JobEntity,
  KeptPathEntity,
  LinkEntity,
  LinkAlertEntity,
  LinkCountEntity,
  LinkCounterEntity,
  LinkHistoryEntity,
  LinkTagEntity,
  MailEntity,
  MembershipEntity,
  SchemaMigrationEntity,
  ReportShareEntity,
  SavedViewEntity,
  LinkDestinationEntity,
  SessionEntity,
  SignalEntity,
  TagEntity,
  UserEntity,
  UserTokenEntity,
  VisitorSaltEntity,
  UtmPresetEntity,
  WatchedDestinationEntity,
  WatchedHostEntity,
  WorkspaceEntity,
];
