import type { ErrorCode } from './errors.js';

/** Text of an operation in the OpenAPI document, in addition to its route, limits and types. */
export interface OperationContract {
  /** Operation id, readable by people. */
  readonly id: string;
  readonly summary: string;
  /** Effects, and whether it is safe to repeat, where the summary does not say. */
  readonly about?: string;
  /** Errors of its own, in addition to those implied by its access rule, body and limits. */
  readonly errors?: readonly ErrorCode[];
}

const operation = (id: string, summary: string, about?: string, errors?: readonly ErrorCode[]): OperationContract => ({
  id,
  summary,
  ...(about === undefined ? {} : { about }),
  ...(errors === undefined ? {} : { errors }),
});

const REPEAT = 'Repeating it changes nothing more.';
const ONCE = 'Never repeat it unseen: each call makes another one.';

/** Errors of reports that are computed from stored events. */
const REPORT_ERRORS: readonly ErrorCode[] = ['events_dropped', 'busy'];

/** By method and path, as in the route table; a test keeps both in sync. */
export const OPERATIONS: Readonly<Record<string, OperationContract>> = {
  'GET /api/health': operation(
    'getHealth',
    'Health of the application and its database',
    'Answers 503 while either is away.',
  ),
  'GET /api/health/live': operation('getLiveness', 'Whether the process answers, whatever its database does'),
  'GET /api/host': operation('getHost', 'What the host of the request selects, and how the instance is set up'),

  'GET /api/auth/providers': operation('getProviders', 'Ways to sign in, and whether one may register'),
  'GET /api/auth/session': operation('getSession', 'Who is signed in, and as what in this workspace'),
  'POST /api/auth/register': operation(
    'register',
    'Makes an account',
    'The first one sets the instance up. With open registration the answer is the same whether or not the address is known.',
    [
      'invitation_required',
      'invitation_mismatch',
      'setup_code_required',
      'bot_check_failed',
      'token_invalid',
      'not_found',
      'workspace_slug_taken',
      'registration_closed',
      'busy',
    ],
  ),
  'POST /api/auth/demo': operation(
    'enterDemo',
    'Makes a demo workspace, or resumes the one of this browser',
    undefined,
    ['not_found', 'bot_check_failed'],
  ),
  'POST /api/auth/verify': operation(
    'verifyEmail',
    'Confirms an address with the token of its mail',
    'A token works once.',
    ['token_invalid'],
  ),
  'POST /api/auth/verify/inspect': operation(
    'inspectVerification',
    'For which address a token is, without using it',
    undefined,
    ['token_invalid'],
  ),
  'POST /api/auth/verify/resend': operation(
    'resendVerification',
    'Sends a new link for confirming an address',
    'The answer is the same whether or not there is such an account.',
  ),
  'POST /api/auth/login': operation(
    'signIn',
    'Signs in by address and password',
    'The answer sets the session cookie that later requests send.',
    ['invalid_credentials', 'second_factor_required', 'bot_check_failed', 'busy'],
  ),
  'POST /api/auth/logout': operation('signOut', 'Ends the session', REPEAT),
  'POST /api/auth/forgot': operation(
    'forgotPassword',
    'Sends a link for a new password',
    'The answer is the same whether or not there is such an account.',
  ),
  'POST /api/auth/reset': operation(
    'resetPassword',
    'Sets a new password with the token of a mail',
    'Ends every session of the account. A token works once.',
    ['token_invalid', 'busy'],
  ),
  'POST /api/auth/password': operation(
    'changePassword',
    'Changes the password of the account',
    'Ends its other sessions.',
    ['demo_restricted', 'reauthentication_required', 'busy'],
  ),
  'PATCH /api/auth/account': operation(
    'updateAccount',
    'Settings of the account: what its owner is called, and whether a digest comes every week',
  ),
  'GET /api/auth/email-change': operation('getEmailChange', 'The address that the account is about to have'),
  'POST /api/auth/email-change': operation(
    'changeEmail',
    'Asks for another address of the account',
    'A mail goes to the address of now and to the new one; the change happens once both are confirmed. The answer is the same whether or not the new address has an account. It takes the place of a change that was asked for before.',
    ['demo_restricted', 'email_unverified', 'reauthentication_required', 'busy'],
  ),
  'DELETE /api/auth/email-change': operation(
    'cancelEmailChange',
    'Takes the change of address back that the account waits for',
    REPEAT,
  ),
  'POST /api/auth/email-change/inspect': operation(
    'inspectEmailChange',
    'Which change of address a token is about, without using it',
    undefined,
    ['token_invalid'],
  ),
  'POST /api/auth/email-change/confirm': operation(
    'confirmEmailChange',
    'Confirms one of the two addresses with the token of its mail',
    'A token works once. Sessions stay.',
    ['token_invalid'],
  ),
  'GET /api/auth/google': operation(
    'signInWithGoogle',
    'Leaves for Google, and is where Google sends people back to',
    undefined,
    ['not_found'],
  ),
  'GET /api/auth/microsoft': operation(
    'signInWithMicrosoft',
    'Leaves for Microsoft, and is where Microsoft sends people back to',
    undefined,
    ['not_found'],
  ),
  'GET /api/auth/identities': operation('listIdentities', 'Ways to sign in to the account'),
  'DELETE /api/auth/identities/:id': operation('removeIdentity', 'Takes a way to sign in away', undefined, [
    'identity_not_found',
    'last_identity',
  ]),
  'GET /api/auth/sessions': operation('listSessions', 'Browsers that are signed in to the account'),
  'DELETE /api/auth/sessions/:id': operation('endSession', 'Ends one session', undefined, ['session_not_found']),
  'DELETE /api/auth/sessions': operation('endOtherSessions', 'Ends every session of the account but this one', REPEAT),
  'POST /api/auth/hand-over': operation(
    'offerHandOver',
    "An address at which a workspace's host takes the session over",
    'Needed where browsers share no cookie between hosts.',
    ['workspace_not_found'],
  ),
  'GET /api/auth/hand-over': operation(
    'acceptHandOver',
    'Takes a session over, and leads to the dashboard',
    'A token works once.',
  ),

  'GET /api/auth/oidc': operation(
    'signInWithProvider',
    'Leaves for the OpenID provider of this instance, and is where it sends people back to',
    undefined,
    ['not_found'],
  ),
  'GET /api/auth/sign-in-link': operation(
    'signInWithLink',
    'Signs in with a link that the command line has made',
    'A link works once.',
  ),
  'POST /api/auth/login/second-factor': operation(
    'finishSignIn',
    'Finishes a sign-in with a code of the second factor',
    undefined,
    ['unauthenticated', 'wrong_code', 'invalid_credentials', 'rate_limited'],
  ),
  'GET /api/auth/second-factor': operation('getSecondFactor', 'Whether the account has a second factor'),
  'POST /api/auth/second-factor/setup': operation(
    'setUpSecondFactor',
    'Makes the secret of a second factor',
    'It counts when it is enabled.',
    ['second_factor_enabled', 'demo_restricted', 'email_unverified'],
  ),
  'POST /api/auth/second-factor/enable': operation(
    'enableSecondFactor',
    'Turns the second factor on',
    'Answers recovery codes, once.',
    ['second_factor_enabled', 'rate_limited'],
  ),
  'POST /api/auth/second-factor/disable': operation('disableSecondFactor', 'Turns the second factor off', undefined, [
    'rate_limited',
  ]),
  'GET /api/auth/passkeys': operation('listPasskeys', 'Passkeys of the account'),
  'POST /api/auth/passkeys/options': operation('beginPasskey', 'What a browser needs to make a passkey', undefined, [
    'demo_restricted',
    'email_unverified',
  ]),
  'POST /api/auth/passkeys': operation('addPasskey', 'Adds the passkey that a browser has made', undefined, [
    'passkey_refused',
    'passkey_taken',
  ]),
  'PATCH /api/auth/passkeys/:id': operation('renamePasskey', 'Renames a passkey', undefined, ['passkey_not_found']),
  'DELETE /api/auth/passkeys/:id': operation('removePasskey', 'Takes a passkey away', undefined, [
    'passkey_not_found',
    'last_identity',
  ]),
  'POST /api/auth/passkeys/sign-in/options': operation(
    'beginPasskeySignIn',
    'What a browser needs to sign in with a passkey',
  ),
  'POST /api/auth/passkeys/sign-in': operation('signInWithPasskey', 'Signs in with a passkey', undefined, [
    'passkey_refused',
    'invalid_credentials',
  ]),
  'GET /api/admin/sign-in': operation('getSignInSettings', 'How people sign in to this instance', 'For operators.', [
    'not_found',
  ]),
  'POST /api/admin/sign-in/test': operation(
    'testSignInSettings',
    'Tries the provider of this instance',
    'For operators.',
    ['not_found'],
  ),

  'GET /api/workspaces': operation('listWorkspaces', "The caller's workspaces"),
  'POST /api/workspaces': operation(
    'createWorkspace',
    'Makes a workspace',
    `The caller becomes its owner; their address has to be verified. ${ONCE}`,
    ['email_unverified', 'single_workspace', 'workspace_slug_taken', 'demo_restricted'],
  ),
  'PATCH /api/workspaces': operation('updateWorkspace', 'Changes settings of the workspace', REPEAT, [
    'prefix_conflict',
    'demo_restricted',
    'destination_blocked',
    'destination_not_allowed',
  ]),
  'DELETE /api/workspaces': operation('deleteWorkspace', 'Deletes the workspace', 'Its links stop at once.', [
    'last_workspace',
    'demo_restricted',
  ]),
  'GET /api/workspaces/link-prefixes': operation('listLinkPrefixes', 'Former link prefixes that still work'),
  'DELETE /api/workspaces/link-prefixes/:prefix': operation(
    'revokeLinkPrefix',
    'Lets a former link prefix work no longer',
    undefined,
    ['prefix_not_found'],
  ),
  'GET /api/workspaces/analytics': operation('getWorkspaceReport', 'Report of the workspace', undefined, REPORT_ERRORS),
  'GET /api/workspaces/analytics.csv': operation(
    'getWorkspaceReportCsv',
    'Report of the workspace as CSV',
    undefined,
    REPORT_ERRORS,
  ),
  'GET /api/workspaces/slug-available': operation('isWorkspaceSlugAvailable', 'Whether a workspace address is free'),
  'POST /api/workspaces/logo': operation(
    'setLogo',
    'Sets the logo of the workspace',
    'PNG, JPEG, GIF or WebP of at most 2 MB and 4 million pixels; kept as PNG of at most 512 pixels a side.',
    ['file_invalid', 'file_too_large', 'storage_unavailable', 'busy', 'demo_restricted'],
  ),
  'DELETE /api/workspaces/logo': operation('removeLogo', 'Takes the logo away', REPEAT, ['demo_restricted']),
  'GET /api/workspaces/utm-presets': operation('listUtmPresets', 'Named tracking values of the workspace'),
  'PUT /api/workspaces/utm-presets': operation(
    'replaceUtmPresets',
    'Puts a list of named tracking values in place of the one before',
    `At most 30; names differ whatever their case. ${REPEAT}`,
  ),
  'POST /api/workspaces/transfer-ownership': operation(
    'transferOwnership',
    'Makes another member the owner',
    'The caller becomes a member.',
    ['member_not_found', 'member_inactive', 'demo_restricted'],
  ),

  'GET /api/workspaces/members': operation('listMembers', 'Members of the workspace'),
  'GET /api/workspaces/members/options': operation('listMemberOptions', 'Active members, for giving responsibility'),
  'PATCH /api/workspaces/members/:id': operation(
    'updateMember',
    "Changes a member's role, or whether they are active",
    REPEAT,
    ['member_not_found', 'owner_protected'],
  ),
  'DELETE /api/workspaces/members/:id': operation('removeMember', 'Removes a member', 'Ends their access at once.', [
    'member_not_found',
    'owner_protected',
  ]),
  'GET /api/workspaces/invitations': operation('listInvitations', 'Open invitations'),
  'POST /api/workspaces/invitations': operation(
    'createInvitation',
    'Invites somebody by mail',
    'A second one to the same address is refused while the first is open.',
    ['invitation_open', 'already_member', 'demo_restricted'],
  ),
  'POST /api/workspaces/invitations/inspect': operation(
    'inspectInvitation',
    'To which workspace an invitation is and from whom, without using it',
    undefined,
    ['token_invalid'],
  ),
  'POST /api/workspaces/invitations/accept': operation(
    'acceptInvitation',
    'Joins a workspace with the token of an invitation',
    undefined,
    ['token_invalid', 'invitation_mismatch', 'email_unverified', 'demo_restricted'],
  ),
  'POST /api/workspaces/invitations/:id/resend': operation(
    'resendInvitation',
    'Sends an invitation again',
    'The former token works no longer.',
    ['invitation_not_found'],
  ),
  'DELETE /api/workspaces/invitations/:id': operation('revokeInvitation', 'Revokes an invitation', undefined, [
    'invitation_not_found',
  ]),

  'GET /api/links': operation(
    'listLinks',
    'Links, filtered, ordered and in pages',
    'Filters that are given have to say something: an empty one is 422.',
  ),
  'POST /api/links': operation(
    'createLink',
    'Makes a link',
    'Safe to repeat with an `Idempotency-Key`; without one each call makes another link.',
    [
      'slug_taken',
      'demo_limit',
      'destination_blocked',
      'destination_not_allowed',
      'idempotency_in_progress',
      'idempotency_key_reused',
      'busy',
    ],
  ),
  'POST /api/links/batch': operation(
    'createLinks',
    'Makes up to 20 links to one destination, all or none',
    'Safe to repeat with an `Idempotency-Key`. `clientKey` only names rows in the answer. A 422 names bad rows in `rows`, too.',
    [
      'slug_taken',
      'demo_limit',
      'destination_blocked',
      'destination_not_allowed',
      'idempotency_in_progress',
      'idempotency_key_reused',
    ],
  ),
  'POST /api/links/bulk': operation(
    'changeLinks',
    'Tags, untags, archives or assigns many links to a campaign',
    `At most 500 links, in one transaction. ${REPEAT}`,
    ['link_not_found', 'tag_not_found', 'campaign_not_found', 'selection_too_large'],
  ),
  'POST /api/links/bulk/update': operation(
    'updateLinks',
    'Changes fields of many links',
    `At most 500 links, in one transaction. ${REPEAT}`,
    ['link_not_found', 'selection_too_large', 'demo_limit'],
  ),
  'POST /api/links/bulk/qr': operation(
    'getQrCodes',
    'The QR codes of many links, as SVG',
    'At most 500 links. Changes nothing.',
    ['link_not_found', 'selection_too_large', 'qr_unreadable', 'busy'],
  ),
  'POST /api/links/import/preview': operation(
    'previewImport',
    'Reads a CSV file and says what is wrong with each row',
    'Makes no link. The same file has the same `importId`.',
    ['file_invalid', 'file_too_large', 'busy'],
  ),
  'POST /api/links/import': operation(
    'importLinks',
    'Makes links of the rows of a previewed file',
    'Safe to repeat: a row that has become a link answers `already_imported`.',
    ['import_changed'],
  ),
  'GET /api/links/export.csv': operation(
    'exportLinks',
    'Links as a CSV file that imports again',
    'Takes the filters of the list, and holds every link that they find: there are no pages.',
  ),
  'GET /api/links/slug-available': operation('isSlugAvailable', 'Whether a short address is free'),
  'GET /api/links/public/:slug': operation(
    'getProtectedLink',
    'What a visitor may know of a protected link',
    undefined,
    ['link_not_found', 'visit_limit_unavailable', 'rate_limited'],
  ),
  'POST /api/links/verify-password': operation(
    'unlockLink',
    'Opens a protected link with its password',
    'The answer sets a cookie that opens the link for 15 minutes.',
    ['wrong_password', 'link_not_found', 'visit_limit_unavailable', 'busy'],
  ),
  'GET /api/links/:id': operation('getLink', 'A link and who made it', undefined, ['link_not_found']),
  'PATCH /api/links/:id': operation(
    'updateLink',
    'Changes the given fields of a link',
    `Null or an empty text clears a field. ${REPEAT}`,
    ['link_not_found', 'slug_taken', 'alias_limit', 'destination_blocked', 'destination_not_allowed', 'busy'],
  ),
  'DELETE /api/links/:id': operation(
    'deleteLink',
    'Puts a link into the trash',
    'It stops at once; its addresses stay its own.',
    ['link_not_found'],
  ),
  'POST /api/links/:id/restore': operation('restoreLink', 'Takes a link out of the trash', undefined, [
    'link_not_found',
    'demo_limit',
  ]),
  'POST /api/links/:id/preview': operation('previewRedirect', 'What a visitor would get', 'Without any effect.', [
    'link_not_found',
  ]),
  'GET /api/links/:id/analytics': operation('getLinkReport', 'Report of a link', undefined, [
    'link_not_found',
    ...REPORT_ERRORS,
  ]),
  'GET /api/links/:id/analytics.csv': operation('getLinkReportCsv', 'Report of a link as CSV', undefined, [
    'link_not_found',
    ...REPORT_ERRORS,
  ]),
  'GET /api/links/:id/history': operation('getLinkHistory', 'The last 50 changes of a link', undefined, [
    'link_not_found',
  ]),
  'POST /api/links/:id/history/:historyId/restore': operation(
    'restoreLinkFields',
    'Takes a change of a link back, as a new change',
    undefined,
    [
      'link_not_found',
      'history_not_found',
      'slug_taken',
      'alias_limit',
      'alias_taken',
      'alias_not_found',
      'destination_blocked',
      'destination_not_allowed',
    ],
  ),
  'POST /api/links/:id/aliases': operation('addAlias', 'Gives a link another address', undefined, [
    'link_not_found',
    'alias_taken',
    'alias_limit',
  ]),
  'DELETE /api/links/:id/aliases/:slug': operation(
    'revokeAlias',
    'Lets an address of a link work no longer',
    'It is never handed to another link.',
    ['link_not_found', 'alias_not_found'],
  ),
  'POST /api/links/:id/check': operation(
    'checkDestinations',
    'Has the destinations of a link looked at next',
    'The watch looks at them within a minute, a host that asked to be left alone later; the health of the link says what was found.',
    ['link_not_found', 'destination_watch_off'],
  ),
  'GET /api/links/:id/qr': operation('getQrCode', 'The QR code of a link, as SVG or PNG', undefined, [
    'link_not_found',
    'qr_unreadable',
    'storage_unavailable',
    'busy',
  ]),
  'POST /api/report': operation(
    'reportLink',
    "Tells a link's owners that it is abused",
    'The answer is the same whether or not there is such a link.',
  ),

  'POST /api/links/import/:importId/undo': operation(
    'undoImport',
    'Puts the links that an import made into the trash',
    'Links that somebody has changed or visited since are kept.',
    ['import_not_found'],
  ),
  'GET /api/reports/abuse': operation('listAbuseReports', 'What visitors reported about links of the workspace'),
  'POST /api/reports/abuse/:id/dismiss': operation(
    'dismissAbuseReport',
    'Closes a report and sets its link free',
    REPEAT,
    ['report_not_found', 'link_not_found', 'operator_quarantine'],
  ),
  'POST /api/reports/abuse/:id/quarantine': operation(
    'quarantineReportedLink',
    'Stops the reported link: visitors see a warning',
    REPEAT,
    ['report_not_found', 'link_not_found'],
  ),
  'POST /api/reports/abuse/:id/message': operation(
    'writeToCreator',
    'Writes a mail to the member who made the reported link',
    'Each call is another mail. It names who writes, so that the answer reaches them.',
    ['report_not_found', 'no_creator'],
  ),
  'GET /api/admin/abuse-reports': operation('listAllAbuseReports', 'What visitors reported in all workspaces'),
  'POST /api/admin/abuse-reports/:id/dismiss': operation(
    'dismissAbuseReportAsOperator',
    'Closes a report of any workspace and sets its link free',
    REPEAT,
    ['report_not_found', 'link_not_found'],
  ),
  'POST /api/admin/abuse-reports/:id/quarantine': operation(
    'quarantineReportedLinkAsOperator',
    'Stops a link of any workspace, until an operator sets it free',
    REPEAT,
    ['report_not_found', 'link_not_found'],
  ),
  'POST /api/admin/abuse-reports/:id/message': operation(
    'writeToCreatorAsOperator',
    'Writes a mail to the member of any workspace who made the reported link',
    'Each call is another mail. It names the operator who writes; with the secret instead of a session, nobody.',
    ['report_not_found', 'no_creator'],
  ),
  'GET /api/admin/links': operation(
    'findLinksByHost',
    'Links of all workspaces that lead to a host, or without one those that are stopped',
    'A destination, fallback or target counts; so do names below the host.',
  ),
  'GET /api/admin/links/:id/history': operation(
    'getHistoryAsOperator',
    'The last 50 changes of a link of any workspace',
    undefined,
    ['link_not_found'],
  ),
  'POST /api/admin/links/:id/quarantine': operation(
    'quarantineLink',
    'Stops a link of any workspace: visitors see a warning',
    REPEAT,
    ['link_not_found'],
  ),
  'POST /api/admin/links/:id/lift': operation('liftQuarantine', 'Sets a link of any workspace free', REPEAT, [
    'link_not_found',
  ]),
  'POST /api/admin/hosts/quarantine': operation(
    'quarantineHost',
    'Stops every link of every workspace that leads to a host or a name below it',
    'Default destinations of workspaces that lead there are taken away. Links that are made later are not stopped: a list of blocked hosts does that.',
  ),
  'GET /api/reports/recent-clicks': operation(
    'getRecentClicks',
    'Clicks of the last 30 days by day, of up to 100 links and campaigns',
    'For lists: what the workspace does not have is left out.',
  ),
  'GET /api/reports/shares': operation('listShares', 'Reports that are shared without an account'),
  'POST /api/reports/shares': operation(
    'shareReport',
    'Shares a report without an account',
    'Its address is told once.',
    ['link_not_found', 'campaign_not_found'],
  ),
  'DELETE /api/reports/shares/:id': operation('revokeShare', 'Shares a report no longer', undefined, [
    'share_not_found',
  ]),
  'GET /api/reports/shared/:token.csv': operation('getSharedReportCsv', 'A shared report as CSV', undefined, [
    'share_not_found',
    ...REPORT_ERRORS,
  ]),
  'GET /api/reports/shared/:token': operation('getSharedReport', 'A shared report', undefined, [
    'share_not_found',
    ...REPORT_ERRORS,
  ]),

  'GET /api/views': operation('listViews', "Views of the list of links: the caller's own and the shared ones"),
  'POST /api/views': operation(
    'createView',
    'Keeps a view of the list of links',
    `Sharing it needs the right to manage links. ${ONCE}`,
    ['view_limit'],
  ),
  'PATCH /api/views/:id': operation(
    'updateView',
    'Changes the given fields of a view',
    `One's own; the owner of the workspace changes any. ${REPEAT}`,
    ['view_not_found'],
  ),
  'DELETE /api/views/:id': operation(
    'deleteView',
    'Deletes a view',
    "One's own; the owner of the workspace deletes any.",
    ['view_not_found'],
  ),

  'GET /api/tags': operation('listTags', 'Tags of the workspace'),
  'POST /api/tags': operation('createTag', 'Makes a tag', 'One that exists is answered with 200.'),
  'PATCH /api/tags/:id': operation('renameTag', 'Renames a tag', undefined, ['tag_not_found', 'tag_taken']),
  'DELETE /api/tags/:id': operation('deleteTag', 'Deletes a tag', 'Links stay, without it.', ['tag_not_found']),
  'GET /api/campaigns': operation('listCampaigns', 'Campaigns of the workspace'),
  'POST /api/campaigns': operation('createCampaign', 'Makes a campaign', ONCE, ['utm_campaign_taken']),
  'GET /api/campaigns/:id': operation('getCampaign', 'A campaign', undefined, ['campaign_not_found']),
  'PATCH /api/campaigns/:id': operation(
    'updateCampaign',
    'Changes a campaign',
    'Its links send the new values at once.',
    ['campaign_not_found', 'utm_campaign_taken'],
  ),
  'DELETE /api/campaigns/:id': operation('deleteCampaign', 'Deletes a campaign', 'Links stay, without it.', [
    'campaign_not_found',
  ]),
  'GET /api/campaigns/:id/analytics': operation('getCampaignReport', 'Report of a campaign', undefined, [
    'campaign_not_found',
    ...REPORT_ERRORS,
  ]),
  'GET /api/campaigns/:id/analytics.csv': operation('getCampaignReportCsv', 'Report of a campaign as CSV', undefined, [
    'campaign_not_found',
    ...REPORT_ERRORS,
  ]),

  'GET /api/admin/audit-events': operation(
    'listAuditEvents',
    'The activity log, newest first',
    'For the next page give `nextBefore` as `before`.',
  ),
  'GET /api/admin/status': operation('getStatus', 'How the jobs and parts of the server do', 'For operators.', [
    'not_found',
  ]),
  'POST /api/jobs/alerts': operation(
    'runJobs',
    'Runs every job that is due',
    'Safe to repeat: a job that is not due is skipped.',
    ['not_found', 'jobs_failed'],
  ),
  'GET /uploads/*path': operation('getUpload', 'A stored picture', 'Pictures never change at their address.', [
    'not_found',
    'storage_unavailable',
  ]),
};
