// What a migration may do while an older version redirects on the same tables. docs/adr/0026-upgrades.md has the reasons.

/** Migrations up to this one create a new database, on which no redirects are served yet. */
export const BASELINE = '0008_reports_and_destinations';

/**
 * Small tables that are not used by every request; every other one is hot, a new one too, until it is named here:
 * single-use tokens of mails, open invitations, a row for each job, and the one row that says which clicks were
 * deleted.
 */
export const COLD = [
  ...['user_tokens', 'invitations', 'jobs', 'click_retention'],
  // Written by the click writer alone, whose clicks wait in the journal meanwhile; no redirect reads or writes it.
  'click_events',
];

const TABLE = String.raw`(?:IF EXISTS )?(?:ONLY )?(?:public\.)?"?(\w+)"?`;
const OUTSIDE = /^-- outside a transaction\n/;

/**
 * @param {string} name the file's name without `.sql`
 * @param {string} sql
 * @returns {{ rule: string, statement: string }[]} what breaks a rule, in order; nothing for the baseline.
 */
export function checkMigration(name, sql) {
  if (name <= BASELINE) return [];
  const isOutside = OUTSIDE.test(sql);
  const statements = statementsOf(sql);
  const made = new Set(
    statements.map(
      (text) => new RegExp(`^CREATE (?:TEMP |UNLOGGED )?TABLE (?:IF NOT EXISTS )?${TABLE}`, 'i').exec(text)?.[1],
    ),
  );
  /** @param {string | undefined} table */
  const isHot = (table) => table !== undefined && !COLD.includes(table.toLowerCase()) && !made.has(table);
  /** @type {{ rule: string, statement: string }[]} */
  const problems = [];
  const altered = new Set();
  const constrained = statements.some((text) => /\bNOT VALID\b/i.test(text));
  for (const statement of statements) {
    /** @param {string} rule */
    const break_ = (rule) => problems.push({ rule, statement: statement.slice(0, 120) });
    /** @param {string} pattern */
    const of = (pattern) => new RegExp(pattern, 'i').exec(statement)?.[1];
    const isConcurrent = /^(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX|REINDEX \w+) CONCURRENTLY\b/i.test(statement);

    if (isConcurrent && !isOutside) break_('concurrently-outside');
    if (!isConcurrent && isOutside) break_('outside-only-concurrently');
    if (/^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS/i.test(statement)) break_('index-left-invalid');
    const built = of(String.raw`^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?!IF)(\w+)`);
    if (
      built !== undefined &&
      !statements.some((text) => new RegExp(`^DROP INDEX CONCURRENTLY IF EXISTS ${built}$`, 'i').test(text))
    ) {
      break_('index-left-invalid');
    }
    if (!isConcurrent && isHot(of(String.raw`^CREATE (?:UNIQUE )?INDEX .*?\bON (?!ONLY )"?(\w+)`)))
      break_('index-concurrently');
    if (!isConcurrent && /^(?:DROP INDEX|REINDEX)\b/i.test(statement)) break_('index-concurrently');

    const table = of(`^ALTER TABLE ${TABLE}`);
    if (isHot(table)) {
      altered.add(table);
      if (altered.size > 1) break_('one-hot-table');
      checkAlter(statement, break_, /^-- checked: \S/m.test(sql));
      if (constrained && /\bVALIDATE CONSTRAINT\b/i.test(statement)) break_('validate-apart');
    }
    if (
      isHot(of(`^(?:UPDATE|DELETE FROM|INSERT INTO|LOCK(?: TABLE)?|TRUNCATE(?: TABLE)?|CLUSTER|VACUUM FULL) ${TABLE}`))
    )
      break_('no-bulk');
    if (/^(?:BEGIN|COMMIT|ROLLBACK|START TRANSACTION)$/i.test(statement)) break_('runner-decides');
    if (/^(?:SET|RESET)\b.*\b(?:lock|statement)_timeout\b/i.test(statement)) break_('runner-decides');
    const isRemoval = /^DROP TABLE\b|^ALTER TABLE .*\b(?:DROP (?!CONSTRAINT|DEFAULT|NOT NULL|EXPRESSION)|RENAME)\b/i;
    if (isRemoval.test(statement) && !/^-- contract: \S/m.test(sql)) break_('expand-then-contract');
  }
  return problems;
}

/**
 * @param {string} statement
 * @param {(rule: string) => unknown} break_
 * @param {boolean} isChecked whether the file names the validated check that spares the look at every row
 */
function checkAlter(statement, break_, isChecked) {
  if (/\bALTER (?:COLUMN )?"?\w+"? (?:SET DATA )?TYPE\b/i.test(statement)) break_('no-rewrite');
  if (/\bSET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/i.test(statement)) break_('no-rewrite');
  if (
    /\bADD (?:COLUMN )?(?!CONSTRAINT)(?:IF NOT EXISTS )?"?\w+"? .*(?:\bGENERATED\b|\b(?:small|big)?serial\b)/i.test(
      statement,
    )
  )
    break_('no-rewrite');
  // A constant default is stored once; any other is written into every row.
  if (/\bADD (?:COLUMN )?.*\bDEFAULT (?!now\(\)|current_)\(*\w+\(/i.test(statement)) break_('no-rewrite');
  if (/\bSET NOT NULL\b/i.test(statement) && !isChecked) break_('not-null-by-check');
  const constraint = /\bADD (?:CONSTRAINT "?\w+"? )?(CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY|EXCLUDE)\b/i.exec(
    statement,
  )?.[1];
  if (constraint !== undefined && !/\bNOT VALID\b|\bUSING INDEX\b/i.test(statement)) break_('constraint-not-valid');
  if (/\bADD (?:COLUMN )(?:IF NOT EXISTS )?"?\w+"? .*\b(?:REFERENCES|CHECK|UNIQUE|PRIMARY KEY)\b/i.test(statement))
    break_('constraint-not-valid');
}

/**
 * The statements of a file on one line each, without comments, string contents and function bodies.
 * @param {string} sql
 */
function statementsOf(sql) {
  return sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}
