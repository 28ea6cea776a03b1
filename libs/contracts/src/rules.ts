import type { FieldError } from './errors.js';

/** Parameters of a rule's text. A list of words is joined by commas. */
export type RuleParams = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/**
 * Catalogue of every validation rule: stable name → English text, with `{name}` for parameters. The meaning of a rule
 * never changes; clients translate by name and parameters.
 */
export const RULES = {
  required: 'This is required.',
  unknown_field: 'There is no such field. Check its spelling.',
  not_text: 'This must be text.',
  not_text_item: 'Every item must be text.',
  not_object: 'This must be an object.',
  not_object_or_null: 'This must be an object or null.',
  not_list: 'This must be a list.',
  not_boolean: 'This must be true or false.',
  not_integer: 'This must be a whole number.',
  body_not_object: 'The body must be a JSON object.',
  given_twice: 'Give this only once.',
  empty_filter: 'Give this filter a value, or leave it out.',
  not_utf8: 'This is not UTF-8. Encode the text as UTF-8 before percent-encoding it.',
  bracketed_key: 'Write {key}, once for each value: {key}=a&{key}=b.',
  too_long: 'Use at most {max} characters.',
  too_short: 'Use at least {min} characters.',
  too_small: 'This must be at least {min}.',
  too_large: 'This must be at most {max}.',
  too_many: 'Use at most {max} {what}.',
  too_few: 'Give at least {min} {what}.',
  one_of: 'Use one of {known}.',
  control_characters: 'Control characters are not allowed.',
  fields_needed: 'Give at least one field to change.',

  milliseconds_expected: 'This looks like a time in seconds. Give Unix milliseconds.',
  not_milliseconds: 'This must be a time in Unix milliseconds.',
  time_too_far: 'This time is too far away.',
  time_passed: 'This time has already passed.',
  expires_before_start: 'The link must expire after it opens.',

  not_id: 'This is not an id.',
  not_email: 'This is not an email address.',
  not_me_or_id: 'This must be `me` or the id of a user.',
  not_me_none_or_id: 'This must be `me`, `none` or the id of a user.',
  not_event_type: 'There is no such type of event.',
  not_event_id: 'This is not the id of an event.',
  not_path: 'This must be a path on this host, such as /spring.',
  not_color: 'Use six hex digits, such as 1a2b3c.',
  not_host: 'Enter a host such as news.example.com, or direct.',
  not_country: 'This is not a country code of two capital letters (ISO 3166).',
  idempotency_key: 'Use 1 to 255 visible ASCII characters.',

  demo_links: 'A demo workspace holds at most {max} links.',

  slug_invalid: 'Use 1 to 64 characters: letters a–z, digits, hyphens and underscores, no hyphen at either end.',
  slug_reserved: 'This word is reserved for the product itself. Choose another.',
  address_taken: 'This address is already taken.',
  alias_limit: 'The link has {max} live aliases. Revoke one first.',
  kept_path_limit: 'The link has {max} kept paths. Revoke one first.',
  prefix_invalid: 'Use 1 to 32 characters: letters a–z, digits and hyphens, no hyphen at either end.',
  workspace_slug_invalid: 'Use 3 to 63 characters: letters a–z, digits and hyphens, no hyphen at either end.',
  word_reserved: 'This word is reserved. Choose another.',

  url_empty: 'Enter an address.',
  url_not_text: 'This must be an address.',
  url_too_long: 'The address is too long. Use at most {max} characters.',
  url_characters: 'The address contains characters that no address may contain.',
  url_scheme: 'The address must begin with http:// or https://.',
  url_user_info: 'The address must not contain a user name or a password.',
  url_invalid: 'This is not a valid address.',
  url_private: 'Addresses of this machine or of a private network are not allowed.',
  url_host: 'The host of the address needs a full name, such as example.com.',
  url_quoted: 'Leave out the quotation marks or brackets around the address.',
  url_scheme_twice: 'The address begins with https:// twice. Remove one.',
  url_scheme_mistyped: 'After http or https come a colon and two slashes, as in https://example.com.',
  url_own: 'This is an address of the link itself. Visitors would be redirected in a loop.',
  url_circle: 'This leads back to the link itself: {way}.',

  host_blocked: 'This host is on a list of blocked hosts.',
  host_not_allowed: 'Links may not lead to this host. Choose a host that is allowed here.',
  host_wanted: 'Enter a host such as example.com.',
  host_pattern: 'Enter a host such as example.com or *.example.com.',
  url_dead_end:
    'This leads back to an unknown or expired address of this server. Visitors would be redirected in a loop.',
  preset_name_twice: 'Another preset has this name.',

  tag_empty: 'A tag needs a name.',
  tag_separator: 'A tag name must not contain a comma or a vertical bar (|).',
  tag_taken: 'Another tag has this name.',
  utm_campaign_taken: 'Another campaign uses this UTM value.',
  campaign_and_utm: 'A link in a campaign takes its UTM campaign from there. Give only one of the two.',
  campaign_unknown: 'There is no such campaign.',
  campaign_required: 'This is required. Use null to remove links from their campaign.',
  member_unknown: 'This is not an active member.',

  ids_or_filter: 'Give either ids or a filter.',
  trashed_unchangeable: 'Deleted links cannot be changed. Restore them first.',
  history_not_fields: 'Only changes of fields can be reverted.',
  history_password: 'A former password cannot be restored.',
  row_key_twice: 'Another row has this key.',
  row_address_twice: 'Another row asks for this address.',
  earlier_row_address: 'An earlier row has this address.',
  row_number: 'This must be the number of a row, counted from 1.',
  row_twice: 'This row appears twice.',
  extra_cells: 'The header has no column for "{text}". Remove it or correct the file.',
  not_instant: 'Use ISO 8601 with an offset or Z, such as 2026-11-21T09:00:00Z.',
  not_flag_word: 'Use true or false.',

  slug_or_path: 'Give either a slug or a path.',
  address_own: 'The link already has this address.',
  path_segments: 'Separate the segments of a path by single slashes.',
  path_dots: 'A path must not have a segment . or .., because browsers remove them.',
  path_is_slug: 'This is a valid slug. Add it as an alias.',
  password_lost: 'The link had a password; give one, or clear this cell.',
  slug_rewritten: 'The slug is {slug}, the short URL ends in {end}: a spreadsheet may have changed it.',
  time_to_come: 'This time is in the future.',
  not_targeting: 'This must be targeting as JSON, in the form of an export.',
  member_address_unknown: 'This is not the address of an active member.',
  campaign_brings_utm: 'The campaign has its own UTM campaign. Clear one of the two cells.',
  address_in_trash: 'A link in the trash has this address and has been visited, reported or stopped. Restore it there.',
  row_in_trash:
    'The link that this row became is in the trash and has been visited, reported or stopped. Restore it there.',

  file_empty: 'The file is empty.',
  file_columns: 'The file has more than {max} columns.',
  file_column_twice: 'The column "{name}" appears twice.',
  file_column_missing: 'The column {name} is missing.',
  file_no_rows: 'The file has no rows.',
  file_rows: 'The file has more than {max} rows.',
  file_not_utf8: 'The file is not UTF-8 text. Save it as CSV UTF-8.',
  file_spreadsheet: 'This is a spreadsheet: save it as CSV.',
  file_archive: 'This is a compressed file. Unpack it and send the CSV file in it.',
  file_pdf: 'This is a PDF file. Export the links as CSV.',
  file_web_page: 'This is a web page. Export the links as CSV.',
  file_sql: 'This is a database dump. Export the links as CSV.',
  file_json: 'This is JSON. Export the links as CSV.',
  file_not_csv: 'The file is not valid CSV: a quotation mark is opened and not closed.',
  file_one: 'Send one file in this field.',
  form_unreadable: 'The form cannot be read. Send it as multipart/form-data.',
  picture_type: 'Use a PNG, JPEG, GIF or WebP picture.',
  picture_unreadable: 'This picture cannot be read or is too large.',
  picture_pixels: 'This picture has too many pixels. Use one of at most {max} million.',

  qr_contrast: 'These colours would not scan. Make the foreground much darker than the background.',
  qr_too_small: 'At this size the code would not scan. Make it larger.',

  period_or_dates: 'Give either a period or from and to.',
  dates_incomplete: 'A range needs both from and to.',
  dates_reversed: 'The last day is before the first.',
  range_too_long: 'A range has at most {max} days.',
  not_date: 'Enter a date such as 2026-11-21.',
  compare_all: 'All time has no previous period to compare with.',

  code_wrong: 'That code is wrong, has expired or was already used.',
  factor_not_set_up: 'Set up the second factor first.',
  factor_off: 'The second factor is off.',
  passkeys_max: 'An account has at most {max} passkeys. Remove one first.',
  password_wrong: 'That password is wrong.',
  email_unchanged: 'This is already your address.',
  password_short: 'This password is too short.',
  password_long: 'This password is too long.',
  password_address: 'The password must not contain your address.',
  password_weak: 'This password is easy to guess. Use a few unrelated words.',
  account_exists: 'This address already has an account. Sign in to accept the invitation.',
} as const satisfies Record<string, string>;

/** Stable name of a validation rule. */
export type RuleName = keyof typeof RULES;

/** The English text of a rule. */
export function ruleText(rule: RuleName, params: RuleParams = {}): string {
  return RULES[rule].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return typeof value === 'object' ? value.join(', ') : String(value);
  });
}

/** Creates the error for one input. @param field dotted path; empty for the input as a whole. */
export function problem(field: string, rule: RuleName, params?: RuleParams): FieldError {
  return { field, message: ruleText(rule, params), rule, ...(params === undefined ? {} : { params }) };
}
