// Mutation testing of the pure rules: changes one thing in one file at a time, in memory, and runs the tests that are
// meant to notice. A mutant that every test passes has survived: the tests do not hold that line.
//
//   node tools/mutation/mutate.mjs                      every target below
//   node tools/mutation/mutate.mjs libs/domain/src/slug.ts
//
// Not part of CI: it runs the tests once for every change.
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import process from 'node:process';
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

async function main() {
  const wanted = process.argv.slice(2);
  const vitest = await createVitest({
    root: process.cwd(),
    config: 'tools/mutation/vitest.config.mjs',
    watch: true,
    reporters: [],
    maxWorkers: 1,
    silent: true,
  });
  await vitest.standalone();
  let killed = 0;
  let total = 0;
  for (const [target, tests] of Object.entries(TARGETS)) {
    if (wanted.length > 0 && !wanted.includes(target)) continue;
    const file = resolve(target);
    const text = readFileSync(file, 'utf8');
    const specifications = await vitest.globTestSpecifications(tests);
    if (specifications.length === 0) throw new Error(`no tests for ${target}`);
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
    const mutants = mutantsOf(file, text);
    const survivors = [];
    for (const mutant of mutants) {
      const changed = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end);
      if (await passes(changed)) survivors.push(mutant);
    }
    // A run that fails for a reason of its own would count as killed.
    if (!(await passes(text))) throw new Error(`the tests of ${target} no longer pass without a change`);
    killed += mutants.length - survivors.length;
    total += mutants.length;
    const share = ((100 * (mutants.length - survivors.length)) / Math.max(1, mutants.length)).toFixed(1);
    process.stdout.write(
      `${basename(target)}: ${mutants.length - survivors.length} of ${mutants.length} killed, ${share} %\n`,
    );
    for (const { line, was, replacement } of survivors) {
      process.stdout.write(`  survived: line ${line}: ${was.slice(0, 80)} → ${replacement}\n`);
    }
  }
  process.stdout.write(`total: ${killed} of ${total} killed, ${((100 * killed) / Math.max(1, total)).toFixed(1)} %\n`);
  await vitest.close();
  process.exit(0);
}

await main();
