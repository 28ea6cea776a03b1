import { dirname, relative, resolve, sep } from 'node:path';

/**
 * The imports that the API's folders may make of each other, beyond what the project graph can see:
 * a domain is entered through its `index.js` only, `platform/` knows no domain, `redirect/` knows only `platform/`.
 * Files directly in the source folder compose the application and may import every domain's index, and its entities.
 * Fixtures are no part of a domain's interface: tests, and tests alone, import those of other domains as files.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const apiBoundaries = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { root: { type: 'string' } }, required: ['root'] }],
    messages: {
      index: 'Import the domain "{{target}}" through "{{target}}/index.js", not through a file inside it.',
      platform: 'platform/ has no product nouns: it may not import the domain "{{target}}".',
      redirect: 'redirect/ is the hot path: it may import only platform/ and the libraries, not "{{target}}".',
      upwards: 'A domain may not import "{{target}}", which composes the application.',
    },
  },
  create(context) {
    const { root } = context.options[0];
    const from = relative(root, context.filename);
    const own = folderOf(from);

    function check(node, source) {
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const path = relative(root, resolve(dirname(context.filename), source));
      if (path.startsWith('..')) return;
      if (from.endsWith('.spec.ts') && path.endsWith('.fixtures.js')) return;
      const target = folderOf(path);
      const messageId = violation(own, target, path);
      if (messageId !== null) context.report({ node, messageId, data: { target: target ?? path } });
    }

    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.value),
    };
  },
};

/** The first folder of a path, or null for a file directly in the source folder. */
function folderOf(path) {
  const parts = path.split(sep);
  return parts.length > 1 ? parts[0] : null;
}

function violation(own, target, path) {
  if (own === target || target === 'platform' || isTableList(own, path)) return null;
  if (own === 'platform') return 'platform';
  if (own === 'redirect') return 'redirect';
  if (target === null) return own === null ? null : 'upwards';
  return path === `${target}${sep}index.js` ? null : 'index';
}

/** `entities.ts` lists the tables of all domains for code that connects without the modules (commands, tests). */
function isTableList(own, path) {
  return own === null
    ? path.endsWith('.entity.js')
    : path === 'entities.js' && own !== 'platform' && own !== 'redirect';
}
