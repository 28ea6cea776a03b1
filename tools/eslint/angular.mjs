// What the package `angular-eslint` recommends, from the plugins in it: the whole of it brings schematics and a builder, and
// a dozen packages with them.
import angular from '@angular-eslint/eslint-plugin';
import template from '@angular-eslint/eslint-plugin-template';
import * as templateParser from '@angular-eslint/template-parser';

const errors = (prefix, names) => Object.fromEntries(names.map((name) => [`${prefix}/${name}`, 'error']));
const recommended = ({ rules }) => Object.keys(rules).filter((name) => rules[name].meta.docs.recommended !== undefined);

/**
 * The rules about accessibility: nothing in the plugin tells which they are. `elements-content` is not one of ours: a button
 * that is itself a component draws its content in its own template, and axe looks at the result.
 */
const ACCESSIBILITY = [
  ...['alt-text', 'click-events-have-key-events', 'interactive-supports-focus', 'label-has-associated-control'],
  ...[
    'mouse-events-have-key-events',
    'no-autofocus',
    'no-distracting-elements',
    'role-has-required-aria',
    'table-scope',
  ],
  'valid-aria',
];

/** For components: their TypeScript, and the templates in it. */
export const angularComponents = {
  plugins: { '@angular-eslint': angular },
  processor: template.processors['extract-inline-html'],
  rules: errors('@angular-eslint', [...recommended(angular), 'use-lifecycle-interface']),
};

/** For templates. */
export const angularTemplates = {
  plugins: { '@angular-eslint/template': template },
  languageOptions: { parser: templateParser },
  rules: errors('@angular-eslint/template', [...recommended(template), ...ACCESSIBILITY]),
};
