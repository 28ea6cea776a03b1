import type { JobReport } from './jobs.js';
import type { RuleName, RuleParams } from './rules.js';

/**
 * Catalogue of every API error: stable code → HTTP status and default message. The meaning of a code never changes;
 * clients branch on the code, people read the message.
 */
export const ERRORS = {
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  bad_request: { status: 400, message: 'The request cannot be understood.' },
  oauth_clock: {
    status: 400,
    message: 'The clocks of the provider and this server differ too much. Contact the operator of this server.',
  },
  oauth_failed: { status: 400, message: 'Signing in with this provider did not work. Try again.' },
  token_invalid: { status: 400, message: 'This link is invalid, has expired or was already used.' },

  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  invalid_credentials: { status: 401, message: 'The email address or the password is wrong.' },
  second_factor_required: { status: 401, message: 'Enter the code of your authenticator app, or use a passkey.' },
  wrong_code: { status: 401, message: 'That code is wrong, has expired or was already used.' },
  passkey_refused: { status: 401, message: 'That passkey is not registered here, or could not be verified.' },
  wrong_password: { status: 401, message: 'That password is wrong.' },
  wrong_secret: { status: 401, message: 'The bearer secret is missing or wrong.' },

  destination_blocked: { status: 422, message: 'This host is on a list of blocked hosts.' },
  destination_not_allowed: {
    status: 422,
    message: 'Links may not lead to this host. Choose a host that is allowed here.',
  },
  destination_watch_off: { status: 409, message: 'Destination checks are turned off.' },
  no_creator: { status: 409, message: 'The creator of this link is no longer a member of the workspace.' },
  operator_quarantine: {
    status: 403,
    message: 'The operator of this server stopped this link. Only they can release it.',
  },
  permission_denied: { status: 403, message: 'Your role in this workspace does not allow this.' },
  bad_origin: { status: 403, message: 'The request came from another site and was refused.' },
  email_unverified: { status: 403, message: 'Verify your email address first.' },
  no_access: {
    status: 403,
    message: 'Your account at the provider has no access here. Ask the person who manages its groups.',
  },
  second_factor_setup_required: { status: 403, message: 'This workspace requires a second factor. Set one up first.' },
  reauthentication_required: { status: 403, message: 'Sign in again to confirm that it is you, then retry.' },
  demo_restricted: { status: 403, message: 'This is not available in a demo workspace.' },
  invitation_required: { status: 403, message: 'An invitation is needed to register here.' },
  invitation_mismatch: { status: 403, message: 'This invitation was sent to another address.' },
  registration_closed: { status: 403, message: 'Nobody can register here without an invitation.' },
  oauth_denied: { status: 403, message: 'The sign-in was cancelled at the provider.' },
  setup_code_required: { status: 403, message: 'Enter the setup code from the log of the server.' },
  bot_check_failed: { status: 403, message: 'The check that you are human failed. Try again.' },

  not_found: { status: 404, message: 'There is nothing at this address.' },
  workspace_not_found: { status: 404, message: 'There is no such workspace.' },
  link_not_found: { status: 404, message: 'There is no such link.' },
  alias_not_found: { status: 404, message: 'The link has no such address.' },
  history_not_found: { status: 404, message: 'There is no such change.' },
  import_not_found: { status: 404, message: 'There is no such import.' },
  view_not_found: { status: 404, message: 'There is no such view.' },
  tag_not_found: { status: 404, message: 'There is no such tag.' },
  campaign_not_found: { status: 404, message: 'There is no such campaign.' },
  member_not_found: { status: 404, message: 'There is no such member.' },
  invitation_not_found: { status: 404, message: 'There is no such invitation.' },
  identity_not_found: { status: 404, message: 'There is no such sign-in method.' },
  passkey_not_found: { status: 404, message: 'There is no such passkey.' },
  session_not_found: { status: 404, message: 'There is no such session.' },
  share_not_found: { status: 404, message: 'There is no such shared report.' },
  report_not_found: { status: 404, message: 'There is no such report.' },
  prefix_not_found: { status: 404, message: 'There is no such former path.' },

  // States of an existing short link for which visitors get 404 (JSON form of the 404 pages).
  disabled: { status: 404, message: 'This link is paused.' },
  expired: { status: 404, message: 'This link has expired.' },
  quarantined: { status: 404, message: 'This link was stopped because its destination may be harmful.' },
  limit_reached: { status: 404, message: 'This link has reached its number of visits.' },
  scheduled: { status: 404, message: 'This link is not open yet.' },

  method_not_allowed: { status: 405, message: 'This address does not accept that method.' },

  slug_taken: { status: 409, message: 'This address is already taken.' },
  alias_taken: { status: 409, message: 'This address is already taken.' },
  prefix_conflict: { status: 409, message: 'This path is already in use, as a path or as a short address.' },
  utm_campaign_taken: { status: 409, message: 'Another campaign uses this UTM value.' },
  tag_taken: { status: 409, message: 'Another tag has this name.' },
  workspace_slug_taken: { status: 409, message: 'This workspace address is already taken.' },
  invitation_open: { status: 409, message: 'This address already has an open invitation.' },
  already_member: { status: 409, message: 'This person is already a member.' },
  second_factor_enabled: { status: 409, message: 'The second factor is already on.' },
  passkey_taken: { status: 409, message: 'This passkey is already registered.' },
  identity_taken: { status: 409, message: 'This sign-in method belongs to another account.' },
  provider_connected: {
    status: 409,
    message: 'Your account is already connected to another account at this provider.',
  },
  single_workspace: { status: 409, message: 'This server is set up for one workspace only.' },
  last_workspace: { status: 409, message: 'The only workspace of a server cannot be deleted.' },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this idempotency key is still in progress. Try again in a moment.',
  },
  conflict: { status: 409, message: 'Someone else changed this at the same time. Try again.' },

  payload_too_large: { status: 413, message: 'The request body is too large.' },
  file_too_large: { status: 413, message: 'The file is too large.' },
  uri_too_long: { status: 414, message: 'The address is too long.' },
  unsupported_media_type: { status: 415, message: 'This media type is not supported here.' },

  validation_failed: { status: 422, message: 'Some fields have invalid values.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This idempotency key was already used with another body. Use a new one.',
  },
  last_identity: { status: 422, message: 'The last sign-in method cannot be removed.' },
  owner_protected: { status: 422, message: 'The owner cannot be changed this way. Transfer ownership first.' },
  member_inactive: { status: 422, message: 'This member is not active.' },
  view_limit: { status: 422, message: 'You already have 50 views. Delete one first.' },
  alias_limit: { status: 422, message: 'A link has at most 10 live aliases.' },
  selection_too_large: { status: 422, message: 'The selection holds more than 500 links.' },
  import_changed: { status: 422, message: 'The file does not match the preview. Preview it again.' },
  file_invalid: { status: 422, message: 'The file cannot be read.' },
  qr_unreadable: { status: 422, message: 'These colours are too close: the code would not scan.' },
  events_dropped: {
    status: 422,
    message: 'The range starts before the oldest clicks that are kept. Choose a later start.',
  },
  demo_limit: { status: 422, message: 'A demo workspace holds at most 20 links.' },

  rate_limited: { status: 429, message: 'Too many requests. Wait a moment and try again.' },

  internal_error: {
    status: 500,
    message: 'Something went wrong on the server. Its log has the details under this request id.',
  },
  jobs_failed: { status: 500, message: 'At least one job failed.' },
  busy: { status: 503, message: 'The server is busy. Try again in a moment.' },
  database_unavailable: { status: 503, message: 'The database is unavailable. Try again in a moment.' },
  storage_unavailable: { status: 503, message: 'The file storage is unavailable. Try again in a moment.' },
  visit_limit_unavailable: { status: 503, message: 'This link cannot be checked right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A stable, machine-readable reason. */
export type ErrorCode = keyof typeof ERRORS;

/**
 * Errors that any operation may return, caused by the server, the form of the request or the requested host. The
 * OpenAPI document lists them once, as each operation's `default` response.
 */
export const GENERAL_ERRORS = [
  'bad_request',
  'malformed_json',
  'not_found',
  'workspace_not_found',
  'method_not_allowed',
  'conflict',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'busy',
  'database_unavailable',
] as const satisfies readonly ErrorCode[];

/** One problem with one input. */
export interface FieldError {
  /** Dotted path of the input, such as `items.3.utmSource`. */
  field: string;
  /** Error message, in English. */
  message: string;
  /** The violated rule, from a catalogue: clients translate by it and the parameters. */
  rule?: RuleName;
  /** Parameters of the message. */
  params?: RuleParams;
}

/** One line with the field and its problem; `field` is empty for problems of the input as a whole. */
export function errorText({ field, message }: Pick<FieldError, 'field' | 'message'>): string {
  return field === '' ? message : `${field}: ${message}`;
}

/** The body of every error reply. */
export interface ErrorBody {
  /** The HTTP status. */
  statusCode: number;
  code: ErrorCode;
  /** Error message, in English. */
  message: string;
  /** All invalid fields. */
  errors?: FieldError[];
  /** Bad rows of a batch create (HTTP specification 2.4). */
  rows?: {
    /** Key of the row. */
    clientKey: string;
    /** Error message, in English. */
    error: string;
  }[];
  /** Size of a refused selection. */
  count?: number;
  /** For a report whose events were deleted: the earliest event still stored, ISO 8601; null when there is none. */
  earliestEventAt?: string | null;
  /** Present on a 500: the same id is in the server's log. */
  requestId?: string;
  /** Methods that can finish a sign-in with a second factor. */
  methods?: ('totp' | 'passkey')[];
  /** Instant at which a scheduled link opens, ISO 8601. */
  opensAt?: string;
  /** Alerts sent although a job failed (HTTP specification 4.10). */
  sent?: number;
  /** Demo workspaces that were deleted. */
  demosDeleted?: number;
  /** Report of each job. */
  jobs?: JobReport[];
}
