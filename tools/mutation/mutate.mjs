// Mutation testing of the pure rules: changes one thing in one file at a time, in memory, and runs the tests that are
// meant to notice. A mutant that every test passes has survived: the tests do not hold that line.
//
//   node tools/mutation/mutate.mjs                      every target below
//   node tools/mutation/mutate.mjs libs/domain/src/slug.ts
//
// Not part of CI: it runs the tests once for every change. Give it a machine of its own: a run that takes a minute
// counts as one without an end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import ts from 'typescript';
import { createVitest } from 'vitest/node';

/** What is mutated, and the tests that hold it. */
const TARGETS = {
  'libs/domain/src/decide-redirect.ts': ['libs/domain/src/decide-redirect.spec.ts'],
  'libs/domain/src/build-destination.ts': ['libs/domain/src/build-destination.spec.ts'],
  'libs/domain/src/destination.ts': ['libs/domain/src/destination.spec.ts'],
  'libs/domain/src/slug.ts': ['libs/domain/src/slug.spec.ts'],
  'libs/domain/src/link-status.ts': ['libs/domain/src/link-status.spec.ts'],
  'libs/domain/src/targeting.ts': ['libs/domain/src/targeting.spec.ts', 'libs/domain/src/decide-redirect.spec.ts'],
  'libs/domain/src/ip-address.ts': ['libs/domain/src/destination.spec.ts'],
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

/** Every single change of a source: where, and what stands there instead. */
function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const add = (node, replacement) => {
    const start = node.getStart(source);
    const { line } = source.getLineAndCharacterOfPosition(start);
    mutants.push({ start, end: node.getEnd(), replacement, line: line + 1, was: text.slice(start, node.getEnd()) });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
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
    if (ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent)) {
      add(node, node.text === '' ? "'mutant'" : "''");
    }
    if (ts.isExpressionStatement(node)) add(node, ';');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** Milliseconds after which a mutant that has not finished counts as noticed: it runs for ever. */
const PATIENCE_MS = 60_000;
/** The same for the start and the first run, which nothing is changed in. */
const START_MS = 120_000;

/** In a process of its own: runs the mutants of one target from the given one on, and tells each verdict as a line. */
async function work(target, from) {
  const vitest = await createVitest({
    root: process.cwd(),
    config: 'tools/mutation/vitest.config.mjs',
    watch: true,
    reporters: [],
    maxWorkers: 1,
    silent: true,
  });
  await vitest.standalone();
  const file = resolve(target);
  const text = readFileSync(file, 'utf8');
  const specifications = await vitest.globTestSpecifications(TARGETS[target]);
  const passes = async (changed) => {
    globalThis.mutant = { file, text: changed };
    for (const project of vitest.projects) project.vite.moduleGraph.invalidateAll();
    vitest.invalidateFile(file);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    return (
      testModules.length > 0 &&
      unhandledErrors.length === 0 &&
      testModules.every((module) => module.state() === 'passed')
    );
  };
  if (!(await passes(text))) throw new Error(`the tests of ${target} fail without any change`);
  process.stdout.write('{"isReady":true}\n');
  const mutants = mutantsOf(file, text);
  for (const [index, mutant] of mutants.entries()) {
    if (index < from) continue;
    const survived = await passes(text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
    process.stdout.write(`${JSON.stringify({ index, survived })}\n`);
  }
  // A run that fails for a reason of its own would count as noticed.
  if (!(await passes(text))) throw new Error(`the tests of ${target} no longer pass without a change`);
  process.exit(0);
}

/** Indices of the mutants that no test noticed. */
async function survivorsOf(target, count) {
  const survivors = [];
  for (let next = 0; next < count;) {
    const child = spawn(process.execPath, [process.argv[1], '--work', target, String(next)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stalled = false;
    let watchdog = setTimeout(() => undefined, 0);
    const rearm = (patience) => {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => {
        stalled = true;
        child.kill('SIGKILL');
      }, patience);
    };
    rearm(START_MS);
    let isReady = false;
    const ended = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{')) continue;
      const verdict = JSON.parse(line);
      isReady = true;
      if (verdict.survived === true) survivors.push(verdict.index);
      if (verdict.index !== undefined) next = verdict.index + 1;
      rearm(PATIENCE_MS);
    }
    const [code] = await ended;
    clearTimeout(watchdog);
    if (stalled && !isReady) throw new Error(`the tests of ${target} do not come to an end`);
    if (stalled) next += 1;
    else if (code !== 0) throw new Error(`the run of ${target} failed`);
  }
  return survivors;
}

async function main(wanted) {
  let killed = 0;
  let total = 0;
  const share = (part, whole) => `${part} of ${whole} noticed, ${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
  for (const target of Object.keys(TARGETS)) {
    if (wanted.length > 0 && !wanted.includes(target)) continue;
    const mutants = mutantsOf(target, readFileSync(target, 'utf8'));
    const survivors = await survivorsOf(target, mutants.length);
    killed += mutants.length - survivors.length;
    total += mutants.length;
    process.stdout.write(`${target}: ${share(mutants.length - survivors.length, mutants.length)}\n`);
    for (const index of survivors) {
      const { line, was, replacement } = mutants[index];
      process.stdout.write(`  survived: line ${line}: ${was.slice(0, 80)} → ${replacement}\n`);
    }
  }
  process.stdout.write(`total: ${share(killed, total)}\n`);
}

const [mode, target, from] = process.argv.slice(2);
if (mode === '--work') await work(target, Number(from));
else await main(process.argv.slice(2));
