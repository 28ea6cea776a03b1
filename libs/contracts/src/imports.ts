import type { FieldError } from './errors.js';

/** Columns of import and export, in order. */
export const CSV_COLUMNS = [
  'slug',
  'destination_url',
  'title',
  'tags',
  'notes',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'starts_at',
  'expires_at',
  'scheduled_destination',
  'expiration_destination',
  'limit_destination',
  'maximum_visits',
  'archived',
  'is_enabled',
  'aliases',
  'kept_paths',
  'campaign',
  'responsible',
  'review_at',
  'targeting',
  'password',
  'is_protected',
  'prior_clicks',
] as const;
/** Columns that an export adds, in order. An import takes `created_at` and ignores the others. */
export const CSV_RESULT_COLUMNS = ['short_url', 'created_at', 'lifetime_clicks'] as const;
/**
 * A line before the header by which spreadsheets declare the separator; not part of the data. A program that took it for a row
 * has written it back quoted, or with the separators of empty cells behind it: the declared separator may then not be the
 * file's any more, so only the plain form has it as the group.
 */
export const CSV_SEPARATOR_LINE = /^(?:sep=([,;\t|])|"?sep=[,;\t|]"?[,;\t|]*) *(?:\r\n|\n|\r)/i;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export type CsvResultColumn = (typeof CSV_RESULT_COLUMNS)[number];

/**
 * Cells of a row beyond the header's columns, or under a column without a name. A row with such cells is reported as an
 * error under this name until they are emptied, so that no content is dropped silently.
 */
export const EXTRA_CELLS = 'extra_cells';
export type ImportColumn = CsvColumn | CsvResultColumn | typeof EXTRA_CELLS;

/** Cells of an import row by column; absent columns are left out. */
export type ImportValues = { [column in ImportColumn]?: string };

export interface ImportPreviewRow {
  /** 1 = first data row. */
  row: number;
  values: ImportValues;
  /** Errors of its cells. */
  errors: FieldError[];
}

export interface ImportPreview {
  /** To be passed to the import. The same file always has the same id. */
  importId: string;
  /** Hex SHA-256 of the file's bytes. */
  fileHash: string;
  /** Rows of the file. */
  rowCount: number;
  /** Every row. */
  rows: ImportPreviewRow[];
  /** Columns of the file that are ignored. */
  unknownColumns: string[];
  /** Campaigns that do not exist yet: the import creates them, without a medium. */
  newCampaigns?: string[];
}

export interface ImportInput {
  /** From the preview. */
  importId: string;
  /** From the preview. */
  fileHash: string;
  /** Rows of the preview, values possibly edited. `errors` may be included and is ignored. */
  rows: {
    /**
     * Number of the row, counted from 1.
     * @minimum 1
     * @maximum 1000
     */
    row: number;
    /** Its cells by column. */
    values: ImportValues;
    /** Errors from the preview; ignored. */
    errors?: unknown;
  }[];
}

export interface ImportResult {
  /** One for each row. */
  results: {
    /** Number of the row, counted from 1. */
    row: number;
    /** Result for the row. */
    status: 'created' | 'already_imported' | 'conflict' | 'error';
    /** Id of its link. */
    linkId?: string;
    /** Error message. */
    error?: string;
    /** Errors by column, machine-readable. */
    errors?: FieldError[];
  }[];
}

export interface ImportUndone {
  /** Number of links moved to the trash. */
  undone: number;
  /** Links that were not moved to the trash. */
  kept: {
    /** Id of the link. */
    linkId: string;
    /** Why it was not moved. */
    reason: 'changed' | 'visited';
  }[];
}
