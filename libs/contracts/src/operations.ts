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
    'Answers 503 while either is unavailable.',
  ),
  'GET /api/health/live': operation('getLiveness', 'Whether the process answers, whatever its database does'),
  'GET /api/host': operation('getHost', 'What the host of the request selects, and how the instance is set up'),

  'GET /api/auth/providers': operation('getProviders', 'Sign-in methods, and whether registration is open'),
  'GET /api/auth/session': operation('getSession', 'The signed-in user, and the role in this workspace'),
  'POST /api/auth/register': operation(
    'register',
    'Creates an account',
    'The first one sets up the instance. With open registration the answer is the same whether or not the address is known.',
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
    'Creates a demo workspace, or resumes the one of this browser',
    undefined,
    ['not_found', 'bot_check_failed'],
  ),
  'POST /api/auth/verify': operation(
    'verifyEmail',
    'Confirms an email address with the token of its mail',
    'A token works once.',
    ['token_invalid'],
  ),
  'POST /api/auth/verify/inspect': operation(
    'inspectVerification',
    'The address that a token confirms, without using it',
    undefined,
    ['token_invalid'],
  ),
  'POST /api/auth/verify/resend': operation(
    'resendVerification',
    'Sends a new link to confirm an address',
    'The answer is the same whether or not there is such an account.',
  ),
  'POST /api/auth/login': operation(
    'signIn',
    'Signs in with address and password',
    'The answer sets the session cookie that later requests send.',
    ['invalid_credentials', 'second_factor_required', 'bot_check_failed', 'busy'],
  ),
  'POST /api/auth/logout': operation('signOut', 'Ends the session', REPEAT),
  'POST /api/auth/forgot': operation(
    'forgotPassword',
    'Sends a link to reset the password',
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
    'Changes settings of the account: display name and weekly digest',
  ),
  'GET /api/auth/email-change': operation('getEmailChange', 'The pending change of address'),
  'POST /api/auth/email-change': operation(
    'changeEmail',
    'Requests another email address for the account',
    'Sends a mail to the current and to the new address; the change happens once both are confirmed. The answer is the same whether or not the new address has an account. Replaces a pending change.',
    ['demo_restricted', 'email_unverified', 'reauthentication_required', 'busy'],
  ),
  'DELETE /api/auth/email-change': operation('cancelEmailChange', 'Cancels the pending change of address', REPEAT),
  'POST /api/auth/email-change/inspect': operation(
    'inspectEmailChange',
    'The change of address that a token confirms, without using it',
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
    'Redirects to Google, and is the redirect URI of Google',
    undefined,
    ['not_found'],
  ),
  'GET /api/auth/microsoft': operation(
    'signInWithMicrosoft',
    'Redirects to Microsoft, and is the redirect URI of Microsoft',
    undefined,
    ['not_found'],
  ),
  'GET /api/auth/identities': operation('listIdentities', 'Sign-in methods of the account'),
  'DELETE /api/auth/identities/:id': operation('removeIdentity', 'Removes a sign-in method', undefined, [
    'identity_not_found',
    'last_identity',
  ]),
  'GET /api/auth/sessions': operation('listSessions', 'Sessions of the account'),
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
    'Continues a session on this host, and redirects to the dashboard',
    'A token works once.',
  ),

  'GET /api/auth/oidc': operation(
    'signInWithProvider',
    'Redirects to the OpenID provider of this instance, and is its redirect URI',
    undefined,
    ['not_found'],
  ),
  'GET /api/auth/sign-in-link': operation(
    'signInWithLink',
    'Signs in with a link from the command line',
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
    'Creates the secret of a second factor',
    'It takes effect when it is enabled.',
    ['second_factor_enabled', 'demo_restricted', 'email_unverified'],
  ),
  'POST /api/auth/second-factor/enable': operation(
    'enableSecondFactor',
    'Turns the second factor on',
    'Answers the recovery codes, which are shown only once.',
    ['second_factor_enabled', 'rate_limited'],
  ),
  'POST /api/auth/second-factor/disable': operation('disableSecondFactor', 'Turns the second factor off', undefined, [
    'rate_limited',
  ]),
  'GET /api/auth/passkeys': operation('listPasskeys', 'Passkeys of the account'),
  'POST /api/auth/passkeys/options': operation(
    'beginPasskey',
    'Options with which a browser creates a passkey',
    undefined,
    ['demo_restricted', 'email_unverified'],
  ),
  'POST /api/auth/passkeys': operation('addPasskey', 'Adds the passkey that a browser has created', undefined, [
    'passkey_refused',
    'passkey_taken',
  ]),
  'PATCH /api/auth/passkeys/:id': operation('renamePasskey', 'Renames a passkey', undefined, ['passkey_not_found']),
  'DELETE /api/auth/passkeys/:id': operation('removePasskey', 'Removes a passkey', undefined, [
    'passkey_not_found',
    'last_identity',
  ]),
  'POST /api/auth/passkeys/sign-in/options': operation(
    'beginPasskeySignIn',
    'Options with which a browser signs in with a passkey',
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
    'Tests a sign-in provider of this instance',
    'For operators.',
    ['not_found'],
  ),

  'GET /api/workspaces': operation('listWorkspaces', "The caller's workspaces"),
  'POST /api/workspaces': operation(
    'createWorkspace',
    'Creates a workspace',
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
    'Revokes a former link prefix',
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
  'DELETE /api/workspaces/logo': operation('removeLogo', 'Removes the logo', REPEAT, ['demo_restricted']),
  'GET /api/workspaces/utm-presets': operation('listUtmPresets', 'Named tracking values of the workspace'),
  'PUT /api/workspaces/utm-presets': operation(
    'replaceUtmPresets',
    'Replaces the list of named tracking values',
    `At most 30; names differ whatever their case. ${REPEAT}`,
  ),
  'POST /api/workspaces/transfer-ownership': operation(
    'transferOwnership',
    'Makes another member the owner',
    'The caller becomes a member.',
    ['member_not_found', 'member_inactive', 'demo_restricted'],
  ),

  'GET /api/workspaces/members': operation('listMembers', 'Members of the workspace'),
  'GET /api/workspaces/members/options': operation(
    'listMemberOptions',
    'Active members, who can be responsible for links',
  ),
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
    'Invites a person by mail',
    'A second one to the same address is refused while the first is open.',
    ['invitation_open', 'already_member', 'demo_restricted'],
  ),
  'POST /api/workspaces/invitations/inspect': operation(
    'inspectInvitation',
    'Workspace and sender of an invitation, without using it',
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
    'The former token stops working.',
    ['invitation_not_found'],
  ),
  'DELETE /api/workspaces/invitations/:id': operation('revokeInvitation', 'Revokes an invitation', undefined, [
    'invitation_not_found',
  ]),

  'GET /api/links': operation('listLinks', 'Links, filtered, sorted and paginated', 'An empty filter is 422.'),
  'POST /api/links': operation(
    'createLink',
    'Creates a link',
    'Safe to repeat with an `Idempotency-Key`; without one each call creates another link.',
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
    'Creates up to 20 links to one destination, all or none',
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
    'Reads a CSV file and reports the errors of each row',
    'Creates no link. The same file has the same `importId`.',
    ['file_invalid', 'file_too_large', 'busy'],
  ),
  'POST /api/links/import': operation(
    'importLinks',
    'Creates links from the rows of a previewed file',
    'Safe to repeat: a row that has become a link answers `already_imported`.',
    ['import_changed'],
  ),
  'GET /api/links/export.csv': operation(
    'exportLinks',
    'Links as a CSV file that imports again',
    'Takes the filters of the list, and contains every link that matches: there are no pages.',
    ['storage_unavailable'],
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
    'Unlocks a protected link with its password',
    'The answer sets a cookie that unlocks the link for 15 minutes.',
    ['wrong_password', 'link_not_found', 'visit_limit_unavailable', 'busy'],
  ),
  'GET /api/links/:id': operation('getLink', 'A link and its creator', undefined, ['link_not_found']),
  'PATCH /api/links/:id': operation(
    'updateLink',
    'Changes the given fields of a link',
    `Null or an empty text clears a field. ${REPEAT}`,
    ['link_not_found', 'slug_taken', 'alias_limit', 'destination_blocked', 'destination_not_allowed', 'busy'],
  ),
  'DELETE /api/links/:id': operation(
    'deleteLink',
    'Moves a link to the trash',
    'It stops working at once; its addresses stay reserved for it.',
    ['link_not_found'],
  ),
  'POST /api/links/:id/restore': operation('restoreLink', 'Restores a link from the trash', undefined, [
    'link_not_found',
    'demo_limit',
  ]),
  'POST /api/links/:id/preview': operation(
    'previewRedirect',
    'What a visitor of the link would get',
    'Without any effect.',
    ['link_not_found'],
  ),
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
    'Undoes a change of a link, as a new change',
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
  'POST /api/links/:id/aliases': operation('addAlias', 'Adds an address to a link', undefined, [
    'link_not_found',
    'alias_taken',
    'alias_limit',
  ]),
  'DELETE /api/links/:id/aliases/:slug': operation(
    'revokeAlias',
    'Revokes an address of a link',
    'It is never given to another link.',
    ['link_not_found', 'alias_not_found'],
  ),
  'POST /api/links/:id/check': operation(
    'checkDestinations',
    'Requests a check of the destinations of a link',
    'They are checked within a minute, or later where a host asked for it by `Retry-After`; the result is the health of the link.',
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
    'Moves the links that an import created to the trash',
    'Links that were changed or visited since are kept.',
    ['import_not_found'],
  ),
  'GET /api/reports/abuse': operation('listAbuseReports', 'What visitors reported about links of the workspace'),
  'POST /api/reports/abuse/:id/dismiss': operation(
    'dismissAbuseReport',
    'Dismisses a report and lifts the quarantine of its link',
    REPEAT,
    ['report_not_found', 'link_not_found', 'operator_quarantine'],
  ),
  'POST /api/reports/abuse/:id/quarantine': operation(
    'quarantineReportedLink',
    'Quarantines the reported link: visitors see a warning',
    REPEAT,
    ['report_not_found', 'link_not_found'],
  ),
  'POST /api/reports/abuse/:id/message': operation(
    'writeToCreator',
    'Sends a mail to the creator of the reported link',
    'Each call sends another mail, which names its writer.',
    ['report_not_found', 'no_creator'],
  ),
  'GET /api/admin/abuse-reports': operation('listAllAbuseReports', 'What visitors reported in all workspaces'),
  'POST /api/admin/abuse-reports/:id/dismiss': operation(
    'dismissAbuseReportAsOperator',
    'Dismisses a report of any workspace and lifts the quarantine of its link',
    REPEAT,
    ['report_not_found', 'link_not_found'],
  ),
  'POST /api/admin/abuse-reports/:id/quarantine': operation(
    'quarantineReportedLinkAsOperator',
    'Quarantines a link of any workspace, until an operator lifts it',
    REPEAT,
    ['report_not_found', 'link_not_found'],
  ),
  'POST /api/admin/abuse-reports/:id/message': operation(
    'writeToCreatorAsOperator',
    'Sends a mail to the creator of a reported link of any workspace',
    'Each call sends another mail. It names the operator who writes, except where the secret is used instead of a session.',
    ['report_not_found', 'no_creator'],
  ),
  'GET /api/admin/links': operation(
    'findLinksByHost',
    'Links of all workspaces that lead to a host; without one, the quarantined links',
    'Destinations, fallbacks and targets count, and so do names below the host.',
  ),
  'GET /api/admin/links/:id/history': operation(
    'getHistoryAsOperator',
    'The last 50 changes of a link of any workspace',
    undefined,
    ['link_not_found'],
  ),
  'POST /api/admin/links/:id/quarantine': operation(
    'quarantineLink',
    'Quarantines a link of any workspace: visitors see a warning',
    REPEAT,
    ['link_not_found'],
  ),
  'POST /api/admin/links/:id/lift': operation(
    'liftQuarantine',
    'Lifts the quarantine of a link of any workspace',
    REPEAT,
    ['link_not_found'],
  ),
  'POST /api/admin/hosts/quarantine': operation(
    'quarantineHost',
    'Quarantines every link of every workspace that leads to a host or a name below it',
    'Default destinations of workspaces that lead there are removed. Links that are created later are not quarantined: use a list of blocked hosts for that.',
  ),
  'GET /api/reports/recent-clicks': operation(
    'getRecentClicks',
    'Clicks of the last 30 days by day, of up to 100 links and campaigns',
    'Ids that the workspace does not have are left out.',
  ),
  'GET /api/reports/shares': operation('listShares', 'Reports that are shared without an account'),
  'POST /api/reports/shares': operation(
    'shareReport',
    'Shares a report without an account',
    'Its address is shown only once.',
    ['link_not_found', 'campaign_not_found'],
  ),
  'DELETE /api/reports/shares/:id': operation('revokeShare', 'Revokes a shared report', undefined, ['share_not_found']),
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
    'Saves a view of the list of links',
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
  'POST /api/tags': operation('createTag', 'Creates a tag', 'One that exists is answered with 200.'),
  'PATCH /api/tags/:id': operation('renameTag', 'Renames a tag', undefined, ['tag_not_found', 'tag_taken']),
  'DELETE /api/tags/:id': operation('deleteTag', 'Deletes a tag', 'Links stay, without it.', ['tag_not_found']),
  'GET /api/campaigns': operation('listCampaigns', 'Campaigns of the workspace'),
  'POST /api/campaigns': operation('createCampaign', 'Creates a campaign', ONCE, ['utm_campaign_taken']),
  'GET /api/campaigns/:id': operation('getCampaign', 'A campaign', undefined, ['campaign_not_found']),
  'PATCH /api/campaigns/:id': operation(
    'updateCampaign',
    'Changes a campaign',
    'Its links use the new values at once.',
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
    'For the next page, send `nextBefore` as `before`.',
  ),
  'GET /api/admin/status': operation('getStatus', 'Status of the jobs and parts of the server', 'For operators.', [
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
