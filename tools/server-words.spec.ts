import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

// The server speaks English; the dashboard says its sentences in the language on screen from a dictionary. This holds
// the two together: every sentence that the server's code can send to a person is in the dictionary, and nothing else.
// A new sentence goes into the dictionary, or into ELSEWHERE when no screen shows it.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DICTIONARY = 'apps/web/src/app/i18n/server.de.json';

/** Where sentences stand that reach people through the API. */
const SPEAKING = [
  'libs/contracts/src/errors.ts',
  'libs/domain/src',
  ...['audit', 'auth', 'campaigns', 'invitations', 'jobs', 'links', 'members', 'operator', 'tags', 'uploads'].map(
    (domain) => `apps/api/src/${domain}`,
  ),
  ...['analytics', 'visitor', 'workspaces', 'platform/errors', 'platform/http', 'platform/validation'].map(
    (domain) => `apps/api/src/${domain}`,
  ),
  // What operators read of the parts of the server.
  ...['platform/signals', 'platform/mail/mail-queue.ts', 'clicks/clicks.ts', 'redirect/redirect-engine.ts'].map(
    (place) => `apps/api/src/${place}`,
  ),
];

/** Sentences in those folders that no screen of the dashboard shows. */
const ELSEWHERE: readonly RegExp[] = [
  // Definitions inside of CSV reports, whose language is that of the file.
  /of the (?:range|previous range)[,.;]|range given by dates|in this file|numbers were read|ever counted here/,
  /^(?:What series and breakdowns count|Which clicks belong to a campaign):/,
  /^(?:Of the range of equal length just before|The same for every range)\.$/,
  // The dashboard has words of its own for the code.
  /^The database is busy:/,
  // A broken machine; people see the words of a 500.
  /random source/,
];

/** A sentence: begins like one, ends like one or with what it introduces, and has a space. */
const SENTENCE = /^[A-Z`].*(?: .*[.:]|: \{\{ \}\})$/s;

function sources(path: string): string[] {
  if (path.endsWith('.ts')) return [join(ROOT, path)];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ts$/.test(name) && !/\.(?:spec|fixtures|migration)\.ts$/.test(name))
    .map((name) => join(ROOT, path, name));
}

/** The text of a literal, its values as `{{ }}`; null for anything else. */
function literal(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `{{ }}${span.literal.text}`).join('');
}

function sentencesOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = literal(node);
    if (text !== null && SENTENCE.test(text)) found.push(text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

const spoken = new Set(
  SPEAKING.flatMap(sources)
    .flatMap(sentencesOf)
    .filter((text) => !ELSEWHERE.some((pattern) => pattern.test(text))),
);
const dictionary = JSON.parse(readFileSync(join(ROOT, DICTIONARY), 'utf8')) as Record<string, string>;
const places = (text: string): number => text.split('{{ }}').length;

test('every sentence of the server is in the dictionary', () => {
  expect([...spoken].filter((text) => !(text in dictionary)).sort()).toEqual([]);
});

test('the dictionary holds nothing that the server no longer says', () => {
  expect(Object.keys(dictionary).filter((text) => !spoken.has(text))).toEqual([]);
});

test('a translation takes as many values as its sentence', () => {
  expect(Object.entries(dictionary).filter(([from, to]) => places(from) !== places(to))).toEqual([]);
});
