import { relative, resolve, dirname, sep } from 'node:path';

/**
 * Which projects a file may import: those that `allowed` names for its own, by their name (`@signpost/domain`) and never by
 * a path into them; `paths` are the few exceptions from that. The table has no cycles, so that projects have none either.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const projectBoundaries = {
  meta: {
    type: 'problem',
    schema: [
      {
        type: 'object',
        properties: {
          root: { type: 'string' },
          allowed: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
          paths: { type: 'array', items: { type: 'string' } },
        },
        required: ['root', 'allowed'],
      },
    ],
    messages: {
      direction: '{{own}} may not import {{target}}.',
      path: 'Import {{target}} as @signpost/{{target}}, not by its path.',
      unknown: '{{own}} is not in the table of projects: say there what it may import.',
    },
  },
  create(context) {
    const { root, allowed, paths = [] } = context.options[0];
    const own = projectOf(relative(root, context.filename));
    if (own === null) return {};

    function check(node, source) {
      if (typeof source !== 'string') return;
      const path = source.startsWith('.') ? relative(root, resolve(dirname(context.filename), source)) : null;
      const target = path === null ? named(source) : projectOf(path);
      if (target === null || target === own) return;
      const mayImport = allowed[own];
      if (path !== null && paths.some((prefix) => path.startsWith(prefix))) return;
      if (mayImport === undefined) context.report({ node, messageId: 'unknown', data: { own } });
      else if (!mayImport.includes(target)) context.report({ node, messageId: 'direction', data: { own, target } });
      else if (path !== null) context.report({ node, messageId: 'path', data: { target } });
    }

    return {
      ImportDeclaration: (node) => check(node, node.source.value),
      ExportNamedDeclaration: (node) => check(node, node.source?.value),
      ExportAllDeclaration: (node) => check(node, node.source.value),
      ImportExpression: (node) => check(node, node.source.value),
      TSImportType: (node) => check(node, node.source?.value),
    };
  },
};

/** `libs/domain/src/link/slug.ts` belongs to `domain`, `apps/api/src/main.ts` to `api`. */
function projectOf(path) {
  const [folder, project, ...rest] = path.split(sep);
  return (folder === 'apps' || folder === 'libs') && rest.length > 0 ? project : null;
}

function named(source) {
  return /^@signpost\/([a-z-]+)/.exec(source)?.[1] ?? null;
}
