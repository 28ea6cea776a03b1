import { fileURLToPath } from 'node:url';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { angularComponents, angularTemplates } from './tools/eslint/angular.mjs';
import { apiBoundaries } from './tools/eslint/api-boundaries.mjs';
import { projectBoundaries } from './tools/eslint/project-boundaries.mjs';

// Every rule is an error or off: a warning that may stay hides the next one.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ANGULAR = ['apps/web/**/*.ts', 'libs/ui/**/*.ts'];
const TEMPLATES = ['apps/web/**/*.html', 'libs/ui/**/*.html'];
const TESTS = ['**/*.spec.ts', '**/*.fixtures.ts', '**/*.e2e-spec.ts', 'apps/*-e2e/**/*.ts', 'libs/testing/**/*.ts'];

/** web → ui → domain → contracts ← domain ← api; `testing` is for tests alone. */
const PROJECTS = {
  contracts: [],
  domain: ['contracts'],
  testing: ['domain', 'contracts'],
  api: ['domain', 'contracts'],
  'api-e2e': ['testing', 'domain', 'contracts'],
  ui: ['domain', 'contracts'],
  web: ['ui', 'domain', 'contracts'],
  'web-e2e': ['testing', 'domain', 'contracts'],
};

/** The core rules that find mistakes and detours which the compiler does not. */
const CORE_RULES = {
  'no-control-regex': 'error',
  'no-empty': 'error',
  'no-fallthrough': 'error',
  'no-irregular-whitespace': 'error',
  'no-misleading-character-class': 'error',
  'no-useless-escape': 'error',
  'no-useless-rename': 'error',
  'no-useless-return': 'error',
  'no-else-return': 'error',
  'no-lonely-if': 'error',
  'no-duplicate-imports': 'error',
  'no-param-reassign': 'error',
  'no-self-compare': 'error',
  'no-unreachable-loop': 'error',
  'array-callback-return': 'error',
  'object-shorthand': 'error',
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-cond-assign': 'error',
  'no-self-assign': 'error',
  'no-sparse-arrays': 'error',
  'no-unsafe-finally': 'error',
  'no-unreachable': 'error',
  'prefer-const': 'error',
  // In a Turkish browser `INFO` would become `ınfo` then. `foldCase` compares texts, `toLowerCase` identifiers.
  'no-restricted-properties': ['error', { property: 'toLocaleLowerCase' }, { property: 'toLocaleUpperCase' }],
  eqeqeq: ['error', 'always', { null: 'ignore' }],
};

const withTesting = Object.fromEntries(
  Object.entries(PROJECTS).map(([project, allowed]) => [project, [...allowed, 'testing']]),
);

/** The test server is started by the application's own launcher and migrated by its own runner. */
const TEST_DATABASE = 'apps/api/src/platform/database/';

export default defineConfig(
  globalIgnores([
    '**/dist/**',
    '**/node_modules/**',
    '.nx/**',
    '.angular/**',
    'artifacts/**',
    'coverage/**',
    'data/**',
    '**/test-results/**',
    '**/playwright-report/**',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { plugins: { signpost: { rules: { 'api-boundaries': apiBoundaries, 'project-boundaries': projectBoundaries } } } },

  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vitest.config.ts'] },
        tsconfigRootDir: here('.'),
      },
    },
    rules: {
      ...CORE_RULES,
      '@typescript-eslint/default-param-last': 'error',
      '@typescript-eslint/no-shadow': ['error', { ignoreOnInitialization: true }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/require-array-sort-compare': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `setTimeout(() => done(), 1)` and `(x) => set.delete(x)` are no mistakes.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A module, a guard or a component can be all decorator.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // Types are shapes here: an object that has a class's members may stand for it.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },

  {
    files: ['{apps,libs}/**/*.ts'],
    rules: { 'signpost/project-boundaries': ['error', { root: here('.'), allowed: PROJECTS }] },
  },
  {
    files: TESTS,
    rules: {
      'signpost/project-boundaries': ['error', { root: here('.'), allowed: withTesting, paths: [TEST_DATABASE] }],
      // Bodies of replies are read as they come; the OpenAPI document checks their shape.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-shadow': 'off',
      '@typescript-eslint/require-array-sort-compare': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },

  {
    files: ['apps/api/src/**/*.ts'],
    rules: {
      'signpost/api-boundaries': ['error', { root: here('apps/api/src') }],
    },
  },

  {
    files: ANGULAR,
    extends: [angularComponents],
    rules: {
      '@angular-eslint/prefer-on-push-component-change-detection': 'off',
      '@typescript-eslint/unbound-method': ['error', { ignoreStatic: true }],
      // `output<void>()` says that the event carries nothing.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unnecessary-type-arguments': 'off',
      // `open<Result, Data>()`: a caller names what it passes.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  {
    files: TEMPLATES,
    extends: [angularTemplates],
  },

  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['process', 'console', 'Buffer', 'URL', 'URLSearchParams', 'fetch', 'performance', 'structuredClone'],
          ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'queueMicrotask'],
          ...['AbortController', 'AbortSignal', 'TextDecoder', 'TextEncoder', 'document', 'window'],
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: {
      ...CORE_RULES,
      'no-undef': 'error',
      'no-unused-vars': 'error',
      'no-redeclare': 'error',
      'no-dupe-keys': 'error',
      'no-const-assign': 'error',
    },
  },
);
