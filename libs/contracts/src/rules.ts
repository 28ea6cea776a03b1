import type { FieldError } from './errors.js';

/** Parameters of a rule's text. A list of words is joined by commas. */
export type RuleParams = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/**
 * Catalogue of every validation rule: stable name → English text, with `{name}` for parameters. The meaning of a rule
 * never changes; clients translate by name and parameters.
 */
export const RULES = {
  required: 'This is required.',
  unknown_field: 'This field is not known here.',
  not_text: 'This must be text.',
  not_text_item: 'Every item must be text.',
  not_object: 'This must be an object.',
  not_object_or_null: 'This must be an object or null.',
  not_list: 'This must be a list.',
  not_boolean: 'This must be true or false.',
  not_integer: 'This must be a whole number.',
  body_not_object: 'The body must be a JSON object.',
  given_twice: 'This may be given once.',
  empty_filter: 'Give this filter a value, or leave it out.',
  not_utf8: 'This is not UTF-8: encode the text as UTF-8 before its percent codes.',
  bracketed_key: 'Write {key}, once for each value: {key}=a&{key}=b.',
  too_long: 'At most {max} characters.',
  too_short: 'At least {min} characters.',
  too_small: 'At least {min}.',
  too_large: 'At most {max}.',
  too_many: 'At most {max} {what}.',
  too_few: 'At least {min} {what}.',
  one_of: 'One of {known}.',
  control_characters: 'Control characters are not allowed.',
  fields_needed: 'Give at least one field to change.',

  milliseconds_expected: 'This looks like a time in seconds. Give Unix milliseconds.',
  not_milliseconds: 'This must be a time in Unix milliseconds.',
  time_too_far: 'This time is too far away.',
  time_passed: 'This time has passed already.',
  expires_before_start: 'The link must expire after it opens.',

  not_id: 'This is not an id.',
  not_email: 'This is not an email address.',
  not_me_or_id: '`me` or the id of a user.',
  not_me_none_or_id: '`me`, `none` or the id of a user.',
  not_event_type: 'This is not a type of event.',
  not_event_id: 'This is not the id of an event.',
  not_path: 'This must be a path here.',
  not_color: 'Use six hex digits, such as 1a2b3c.',
  not_host: 'Enter a host such as news.example.com, or direct.',
  not_country: 'This is not a country code of two capital letters (ISO 3166).',
  idempotency_key: 'Use 1 to 255 visible ASCII characters.',

  demo_links: 'A demo workspace holds at most {max} links.',

  slug_invalid: 'Use 1 to 64 characters: letters a–z, digits, hyphens and underscores, no hyphen at either end.',
  slug_reserved: 'This word belongs to the product itself. Choose another.',
  address_taken: 'This address is already taken.',
  alias_limit: 'The link has {max} live aliases: revoke one first.',
  kept_path_limit: 'The link has {max} kept paths: revoke one first.',
  prefix_invalid: 'Use 1 to 32 of a to z, 0 to 9 and inner hyphens.',
  workspace_slug_invalid: 'Use 3 to 63 of a to z, 0 to 9 and inner hyphens.',
  word_reserved: 'This word is reserved.',

  url_empty: 'Enter an address.',
  url_not_text: 'This must be an address.',
  url_too_long: 'The address is too long: {max} characters at most.',
  url_characters: 'The address holds characters that no address can hold.',
  url_scheme: 'Only http:// and https:// addresses are possible.',
  url_user_info: 'An address with a user name or password is not possible.',
  url_invalid: 'This is not a valid address.',
  url_private: 'Addresses of this machine or of a private network are not possible.',
  url_host: 'The host of the address needs a full name, such as example.com.',
  url_quoted: 'Leave out the quotation marks or brackets around the address.',
  url_scheme_twice: 'The address begins with https:// twice.',
  url_scheme_mistyped: 'After http or https come a colon and two slashes, as in https://example.com.',
  url_own: 'This is an address of the link itself: visitors would go round in circles.',
  url_circle: 'This leads back to the link itself: {way}.',

  host_blocked: 'This host is on a list of blocked hosts.',
  host_not_allowed: 'Links here may not lead to this host.',
  host_wanted: 'Enter a host such as example.com.',
  host_pattern: 'Enter a host such as example.com or *.example.com.',
  url_dead_end: 'This leads back to an unknown or expired address here: visitors would go in circles.',
  preset_name_twice: 'Another preset has this name.',

  tag_empty: 'A tag needs a name.',
  tag_separator: 'A tag name holds no comma and no bar (|).',
  tag_taken: 'Another tag has this name.',
  utm_campaign_taken: 'Another campaign uses this UTM value.',
  campaign_and_utm: 'A link in a campaign takes its UTM campaign from there: give one of the two.',
  campaign_unknown: 'There is no such campaign.',
  campaign_required: 'This is required; null takes links out of their campaign.',
  member_unknown: 'This is not an active member.',

  ids_or_filter: 'Give either ids or a filter.',
  trashed_unchangeable: 'Deleted links cannot be changed.',
  history_not_fields: 'Only changes of fields can be taken back.',
  history_password: 'A former password cannot be brought back.',
  row_key_twice: 'Another row has this key.',
  row_address_twice: 'Another row asks for this address.',
  earlier_row_address: 'An earlier row has this address.',
  row_number: 'This must be the number of a row, counted from 1.',
  row_twice: 'This row is there twice.',
  extra_cells: 'The header has no column for "{text}". Remove it or correct the file.',
  not_instant: 'Use ISO 8601 with an offset or Z, such as 2026-11-21T09:00:00Z.',
  not_flag_word: 'Use true or false.',

  slug_or_path: 'Give either a slug or a path.',
  address_own: 'The link has this address already.',
  path_segments: 'Segments of a path are separated by single slashes.',
  path_dots: 'A browser takes segments of dots alone out of a path.',
  path_is_slug: 'A slug can say this: add it as an alias.',
  password_lost: 'The link had a password; give one, or clear this cell.',
  slug_rewritten: 'The slug is {slug}, the short URL ends in {end}: a spreadsheet may have changed it.',
  time_to_come: 'This time has not come yet.',
  not_targeting: 'This must be targeting as JSON, as an export has it.',
  member_address_unknown: 'This is not the address of an active member.',
  campaign_brings_utm: 'The campaign brings its own value: clear one of the two cells.',
  address_in_trash: 'A link in the trash has this address and has been visited: restore it there.',
  row_in_trash: 'The link that this row became lies in the trash and has been visited: restore it there.',

  file_empty: 'The file is empty.',
  file_columns: 'The file has more than {max} columns.',
  file_column_twice: 'The column "{name}" is there twice.',
  file_column_missing: 'The column {name} is missing.',
  file_no_rows: 'The file has no rows.',
  file_rows: 'The file has more than {max} rows.',
  file_not_utf8: 'The file is not UTF-8 text. Save it as CSV UTF-8.',
  file_spreadsheet: 'This is a spreadsheet: save it as CSV.',
  file_archive: 'This is a compressed file: unpack it, and send the CSV file in it.',
  file_pdf: 'This is a PDF file: export the links as CSV.',
  file_web_page: 'This is a web page: export the links as CSV.',
  file_sql: 'This is a copy of a database: export the links as CSV.',
  file_json: 'This is JSON: export the links as CSV.',
  file_not_csv: 'The file is not valid CSV: a quote is opened and not closed.',
  file_one: 'Send one file in this field.',
  form_unreadable: 'The form cannot be read.',
  picture_type: 'Use a PNG, JPEG, GIF or WebP picture.',
  picture_unreadable: 'This picture cannot be read, or is too large.',
  picture_pixels: 'This picture has too many pixels: {max} million at most.',

  qr_contrast: 'These colours would not scan: the foreground must be much darker than the background.',
  qr_too_small: 'At this size the code would not scan. Make it larger.',

  period_or_dates: 'Give either a period or from and to.',
  dates_incomplete: 'A range needs both from and to.',
  dates_reversed: 'The last day lies before the first.',
  range_too_long: 'A range has at most {max} days.',
  not_date: 'Enter a date such as 2026-11-21.',
  compare_all: 'All time has no previous period to compare with.',

  code_wrong: 'That code is wrong, too old or was used already.',
  factor_not_set_up: 'Set the second factor up first.',
  factor_off: 'The second factor is off.',
  passkeys_max: 'An account has {max} passkeys at most.',
  password_wrong: 'That password is wrong.',
  email_unchanged: 'This is your address already.',
  password_short: 'This password is too short.',
  password_long: 'This password is too long.',
  password_address: 'The password must not contain your address.',
  password_weak: 'This password is easy to guess. Use a few unrelated words.',
  account_exists: 'This address has an account already. Sign in to accept the invitation.',
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
