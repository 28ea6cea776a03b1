import { fileURLToPath } from 'node:url';
import nx from '@nx/eslint-plugin';
import angular from 'angular-eslint';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { apiBoundaries } from './tools/eslint/api-boundaries.mjs';

// Every rule is an error or off: a warning that nobody must fix hides the next one.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const ANGULAR = ['apps/web/**/*.ts', 'libs/ui/**/*.ts'];
const TEMPLATES = ['apps/web/**/*.html', 'libs/ui/**/*.html'];
const TESTS = ['**/*.spec.ts', '**/*.fixtures.ts', '**/*.e2e-spec.ts', 'apps/*-e2e/**/*.ts', 'libs/testing/**/*.ts'];

/** web → ui → domain → contracts ← domain ← api; `testing` is for tests alone. */
const MATRIX = {
  'scope:contracts': ['scope:contracts'],
  'scope:domain': ['scope:domain', 'scope:contracts'],
  'scope:testing': ['scope:testing', 'scope:domain', 'scope:contracts', 'scope:api'],
  'scope:api': ['scope:api', 'scope:domain', 'scope:contracts'],
  'scope:api-e2e': ['scope:api-e2e', 'scope:testing', 'scope:domain', 'scope:contracts'],
  'scope:ui': ['scope:ui', 'scope:domain', 'scope:contracts'],
  'scope:web': ['scope:web', 'scope:ui', 'scope:domain', 'scope:contracts'],
  'scope:tools': ['scope:tools'],
  'scope:web-e2e': ['scope:web-e2e', 'scope:testing', 'scope:domain', 'scope:contracts'],
};

/** The core rules that find mistakes which the compiler does not. */
const CORE_RULES = {
  'no-control-regex': 'error',
  'no-empty': 'error',
  'no-fallthrough': 'error',
  'no-irregular-whitespace': 'error',
  'no-misleading-character-class': 'error',
  'no-useless-escape': 'error',
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-cond-assign': 'error',
  'no-self-assign': 'error',
  'no-sparse-arrays': 'error',
  'no-unsafe-finally': 'error',
  'no-unreachable': 'error',
  'prefer-const': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
};

const boundaries = (matrix, { allow = [], circles = [] } = {}) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow,
    // Specs of a project use `testing`, and `testing` starts that project's database.
    ignoredCircularDependencies: circles,
    depConstraints: Object.entries(matrix).map(([sourceTag, onlyDependOnLibsWithTags]) => ({
      sourceTag,
      onlyDependOnLibsWithTags,
    })),
  },
];

/** The test server is started by the application's own launcher and migrated by its own runner. */
const TEST_DATABASE_IMPORTS = ['../../../apps/api/src/platform/database/**'];

const withTesting = Object.fromEntries(
  Object.entries(MATRIX).map(([scope, allowed]) => [scope, [...new Set([...allowed, 'scope:testing'])]]),
);

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
    plugins: { '@nx': nx },
    rules: { '@nx/enforce-module-boundaries': boundaries(MATRIX) },
  },
  {
    files: TESTS,
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries(withTesting, {
        allow: TEST_DATABASE_IMPORTS,
        circles: [
          ['api', 'testing'],
          ['domain', 'testing'],
        ],
      }),
      // Bodies of replies are read as they come; the OpenAPI document checks their shape.
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },

  {
    files: ['apps/api/src/**/*.ts'],
    plugins: { signpost: { rules: { 'api-boundaries': apiBoundaries } } },
    rules: {
      'signpost/api-boundaries': ['error', { root: here('apps/api/src') }],
    },
  },

  {
    files: ANGULAR,
    extends: [...angular.configs.tsRecommended],
    processor: angular.processInlineTemplates,
    rules: {
      '@angular-eslint/prefer-on-push-component-change-detection': 'off',
      '@angular-eslint/component-class-suffix': 'off',
      '@angular-eslint/directive-class-suffix': 'off',
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
    extends: [...angular.configs.templateRecommended, ...angular.configs.templateAccessibility],
    rules: {
      // A button that is itself a component draws its content in its own template; axe looks at the result.
      '@angular-eslint/template/elements-content': 'off',
    },
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
