// Mutation testing of the pure rules: changes one thing in one file at a time, in memory, and runs the tests that are
// meant to notice. A mutant that every test passes has survived: the tests do not hold that line.
//
//   node tools/mutation/mutate.mjs                      every target below
//   node tools/mutation/mutate.mjs libs/domain/src/link/slug.ts
//   node tools/mutation/mutate.mjs libs/domain/src/link/slug.ts:1-40      its first forty mutants
//   node tools/mutation/mutate.mjs libs/domain/src/link/slug.ts:1-40/4    every fourth of them
//
// Not part of CI: it runs the tests once for every change. A run that takes a minute counts as one without an end;
// time in which this process was put to sleep does not count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import ts from 'typescript';
import { createVitest } from 'vitest/node';

const DOMAIN = 'libs/domain/src';
const CLICKS = 'apps/api/src/clicks';
const ACCESS = 'apps/api/src/platform/access';
const REDIRECT = 'apps/api/src/redirect';

/** Files whose tests are next to them under the same name. */
const TESTED_BESIDE = [
  ...['csv-cell', 'password-verdict', 'period', 'text'].map((name) => `${DOMAIN}/${name}`),
  ...['build-destination', 'destination', 'destination-loop', 'host-pattern', 'ip-address', 'readable-address'].map(
    (name) => `${DOMAIN}/destination/${name}`,
  ),
  ...['decide-redirect', 'link-status', 'slug', 'targeting', 'unlock-path'].map((name) => `${DOMAIN}/link/${name}`),
  ...['qr-contrast', 'qr-scan'].map((name) => `${DOMAIN}/qr/${name}`),
  ...['click-event', 'referrer', 'visitor'].map((name) => `${DOMAIN}/visit/${name}`),
  ...['access.guard', 'session-cookie'].map((name) => `${ACCESS}/${name}`),
  ...['event/click-codec', 'journal/journal-frame', 'writer/batch-limit', 'writer/writer-pace'].map(
    (name) => `${CLICKS}/${name}`,
  ),
];

/** What is mutated, and the tests that hold it, the quickest first: the others are run for what those let pass. */
const TARGETS = {
  ...Object.fromEntries(TESTED_BESIDE.map((file) => [`${file}.ts`, [`${file}.spec.ts`]])),
  [`${DOMAIN}/visit/bot-class.ts`]: [`${DOMAIN}/visit/bot-class.spec.ts`, `${DOMAIN}/visit/visitor.spec.ts`],
  [`${DOMAIN}/visit/user-agent.ts`]: [`${DOMAIN}/visit/user-agent.spec.ts`, `${DOMAIN}/visit/visitor.spec.ts`],
  [`${DOMAIN}/destination/percent-encoding.ts`]: [
    `${DOMAIN}/destination/destination.spec.ts`,
    `${DOMAIN}/destination/build-destination.spec.ts`,
  ],
  [`${CLICKS}/journal/click-journal.ts`]: [
    `${CLICKS}/journal/click-journal.spec.ts`,
    `${CLICKS}/journal/click-journal-disk.spec.ts`,
  ],
  [`${CLICKS}/journal/journal-folder.ts`]: [
    `${CLICKS}/journal/journal-folder.spec.ts`,
    `${CLICKS}/journal/click-journal.spec.ts`,
  ],
  [`${CLICKS}/journal/journal-reader.ts`]: [
    `${CLICKS}/journal/journal-reader.spec.ts`,
    `${CLICKS}/journal/click-journal.spec.ts`,
  ],
  [`${CLICKS}/writer/click-writer.ts`]: [
    `${CLICKS}/writer/click-writer.spec.ts`,
    `${CLICKS}/writer/click-writer.db.spec.ts`,
  ],
  [`${REDIRECT}/caps/visit-counter.ts`]: [`${REDIRECT}/caps/visit-counter.db.spec.ts`],
};

const BINARY = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
};

/** The same for SQL statements: a pattern, and its replacement. */
const SQL = [
  [/FOR UPDATE OF \w+/g, ''],
  [/ON CONFLICT DO NOTHING/g, ''],
  [/\bleast\b/g, 'greatest'],
  [/\bAND\b/g, 'OR'],
  [/ORDER BY [\w.]+/g, ''],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
];

/** Every single mutation of a source: its position and replacement. */
function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const addRange = (start, end, replacement) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    mutants.push({ start, end, replacement, line: line + 1, was: text.slice(start, end) });
  };
  const add = (node, replacement) => addRange(node.getStart(source), node.getEnd(), replacement);
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isExportDeclaration(node)) return;
    if (ts.isBinaryExpression(node) && BINARY[node.operatorToken.getText(source)] !== undefined) {
      add(node.operatorToken, BINARY[node.operatorToken.getText(source)]);
    }
    if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      add(condition, 'true');
      add(condition, 'false');
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add(node, node.operand.getText(source));
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    if (ts.isNumericLiteral(node)) add(node, `(${node.text} + 1)`);
    if (ts.isBigIntLiteral(node)) add(node, `(${node.text} + 1n)`);
    if (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent)) {
      add(node, node.text === '' ? "'mutant'" : "''");
    }
    if (ts.isNoSubstitutionTemplateLiteral(node)) {
      const start = node.getStart(source);
      for (const [pattern, replacement] of SQL) {
        for (const { index, 0: was } of text.slice(start, node.getEnd()).matchAll(pattern)) {
          addRange(start + index, start + index + was.length, replacement);
        }
      }
    }
    if (ts.isExpressionStatement(node)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** Seconds after which an unfinished mutant counts as detected: it loops endlessly. */
const PATIENCE_S = 60;
/** The same for start-up and the first run, without a mutation. */
const START_S = 120;
/** Exit code of a run whose results are invalid. */
const UNSOUND = 3;

/** Longest gap between two one-second ticks that does not mean that the process was suspended, in milliseconds. */
const GAP_MS = 4_000;

/** In a separate process: runs every `step`-th mutant of one target in a range, and reports each result as a line. */
async function work(target, from, to, step) {
  const vitest = await createVitest({
    root: process.cwd(),
    config: 'tools/mutation/vitest.config.mjs',
    watch: true,
    reporters: [],
    maxWorkers: 1,
    silent: true,
    // Stop at the first failure.
    bail: 1,
    globalSetup: TARGETS[target].some((spec) => spec.endsWith('.db.spec.ts')) ? ['tools/postgres.setup.ts'] : [],
  });
  await vitest.standalone();
  const file = resolve(target);
  const text = readFileSync(file, 'utf8');
  const specs = TARGETS[target].map((spec) => resolve(spec));
  const rounds = [];
  for (const spec of TARGETS[target]) rounds.push(await vitest.globTestSpecifications([spec]));
  const passesOnce = async (changed) => {
    globalThis.mutant = { file, text: changed };
    for (const project of vitest.projects) project.vite.moduleGraph.invalidateAll();
    vitest.invalidateFile(file);
    // Otherwise failures of the previous run would count as the first failure.
    for (const project of vitest.projects) vitest.state.clearFiles(project, specs);
    for (const specifications of rounds) {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      const passed =
        testModules.length > 0 &&
        unhandledErrors.length === 0 &&
        testModules.every((module) => module.state() === 'passed');
      if (!passed) return false;
    }
    return true;
  };
  let sleeps = 0;
  let tickedAt = performance.now();
  setInterval(() => {
    if (performance.now() - tickedAt > GAP_MS) sleeps += 1;
    tickedAt = performance.now();
  }, 1000).unref();
  // A test that was suspended fails by its time limit, which says nothing about the mutation.
  const passes = async (changed) => {
    for (;;) {
      const before = sleeps;
      const passed = await passesOnce(changed);
      await pause(1);
      if (passed || sleeps === before) return passed;
    }
  };
  if (!(await passes(text))) throw new Error(`the tests of ${target} fail without any change`);
  process.stdout.write('{"isReady":true}\n');
  const mutants = mutantsOf(file, text);
  for (const [index, mutant] of mutants.entries()) {
    if (index < from || index >= to || (index - from) % step !== 0) continue;
    const survived = await passes(text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
    process.stdout.write(`${JSON.stringify({ index, survived })}\n`);
  }
  // A run that fails without a mutation would count every mutant as detected.
  if (!(await passes(text))) {
    process.stderr.write(`the tests of ${target} no longer pass without a change\n`);
    process.exit(UNSOUND);
  }
  await vitest.close();
  process.exit(0);
}

/** Indices of the undetected mutants in a range; each is reported when it is found. */
async function survivorsOf(target, mutants, from, to, step) {
  const survivors = [];
  const count = mutants.length;
  for (let next = from; next < to;) {
    const child = spawn(process.execPath, [process.argv[1], '--work', target, String(next), String(to), String(step)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stalled = false;
    let secondsLeft = START_S;
    // Counted in ticks: a suspended process has none.
    const watchdog = setInterval(() => {
      secondsLeft -= 1;
      if (secondsLeft > 0) return;
      stalled = true;
      child.kill('SIGKILL');
    }, 1000);
    let isReady = false;
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const verdict = JSON.parse(line);
      isReady = true;
      if (verdict.survived === true) {
        survivors.push(verdict.index);
        const { line: at, was, replacement } = mutants[verdict.index];
        process.stdout.write(
          `  ${target}, ${verdict.index + 1} of ${count}, survived: line ${at}: ${was.slice(0, 80)} → ${replacement}\n`,
        );
      }
      if (verdict.index !== undefined) next = verdict.index + step;
      secondsLeft = PATIENCE_S;
    }
    const [code] = await ended;
    clearInterval(watchdog);
    if (stalled && !isReady) throw new Error(`the tests of ${target} do not come to an end`);
    if (stalled) next += step;
    else if (code === UNSOUND || (code !== 0 && !isReady)) throw new Error(`the run of ${target} failed`);
    // A mutant that ends the process is detected as well.
    else if (code !== 0) next += step;
  }
  return survivors;
}

async function main(wanted) {
  const missing = Object.entries(TARGETS).flatMap(([file, specs]) =>
    [file, ...specs].filter((one) => !existsSync(one)),
  );
  if (missing.length > 0) throw new Error(`moved or gone, while ${process.argv[1]} names it: ${missing.join(', ')}`);
  let killed = 0;
  let total = 0;
  const share = (part, whole) => `${part} of ${whole} noticed, ${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  for (const name of wanted.length > 0 ? wanted : Object.keys(TARGETS)) {
    const [target, range, steps = '1'] = name.split(/[:/](?=\d)/);
    if (TARGETS[target] === undefined) throw new Error(`${target} is no target; they stand in ${process.argv[1]}`);
    const mutants = mutantsOf(target, readFileSync(target, 'utf8'));
    const [first, last] = range?.split('-').map(Number) ?? [1, mutants.length];
    const end = Math.min(last, mutants.length);
    const step = Number(steps);
    const tried = Math.max(0, Math.ceil((end - first + 1) / step));
    const survivors = await survivorsOf(target, mutants, first - 1, end, step);
    killed += tried - survivors.length;
    total += tried;
    process.stdout.write(`${name}: ${share(tried - survivors.length, tried)}\n`);
  }
  process.stdout.write(`total: ${share(killed, total)}\n`);
}

const [mode, target, ...range] = process.argv.slice(2);
if (mode === '--work') await work(target, ...range.map(Number));
else await main(process.argv.slice(2));
