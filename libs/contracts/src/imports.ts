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
/** What spreadsheets are told the separator of a file by: a line before the header, and none of the file. */
export const CSV_SEPARATOR_LINE = /^sep=[,;\t|]\r?\n/i;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export type CsvResultColumn = (typeof CSV_RESULT_COLUMNS)[number];

/**
 * What stands in a row of a file beyond its header's columns, or under a column without a name. A row that has any is an
 * error at this name until it is emptied: nothing of a file is dropped in silence.
 */
export const EXTRA_CELLS = 'extra_cells';
export type ImportColumn = CsvColumn | CsvResultColumn | typeof EXTRA_CELLS;

/** Cells of an import row by column; absent columns are left out. */
export type ImportValues = { [column in ImportColumn]?: string };

export interface ImportPreviewRow {
  /** 1 = first data row. */
  row: number;
  values: ImportValues;
  /** What is wrong with its cells. */
  errors: FieldError[];
}

export interface ImportPreview {
  /** Goes into the import. The same file has the same one. */
  importId: string;
  /** Hex SHA-256 of the file's bytes. */
  fileHash: string;
  /** Rows of the file. */
  rowCount: number;
  /** Every row. */
  rows: ImportPreviewRow[];
  /** Columns of the file that are not read. */
  unknownColumns: string[];
  /** Campaigns that there are not yet, where rows name any: the import makes them, without a medium. */
  newCampaigns?: string[];
}

export interface ImportInput {
  /** From the preview. */
  importId: string;
  /** From the preview. */
  fileHash: string;
  /** Rows of the preview, values possibly edited. `errors` may come along and is not read. */
  rows: {
    /**
     * Number of the row, counted from 1.
     * @minimum 1
     * @maximum 1000
     */
    row: number;
    /** Its cells by column. */
    values: ImportValues;
    /** What the preview said of it; not read. */
    errors?: unknown;
  }[];
}

export interface ImportResult {
  /** One for each row. */
  results: {
    /** Number of the row, counted from 1. */
    row: number;
    /** What became of it. */
    status: 'created' | 'already_imported' | 'conflict' | 'error';
    /** Id of its link. */
    linkId?: string;
    /** What is wrong, in words. */
    error?: string;
    /** The same by column, for programs. */
    errors?: FieldError[];
  }[];
}

export interface ImportUndone {
  /** How many links were put into the trash. */
  undone: number;
  /** Links that stay where they are. */
  kept: {
    /** Id of the link. */
    linkId: string;
    /** Why it stays. */
    reason: 'changed' | 'visited';
  }[];
}
