export { AsGiven, checkInput, withRule } from './check-input.js';
export {
  Documented,
  type DocumentedRules,
  DocumentedSlug,
  documentedRules,
  DocumentedUrl,
  Parts,
  partsOf,
} from './documented.js';
export { IdPipe } from './id-pipe.js';
export * from './input.decorators.js';
export type { Unchecked } from './unchecked.js';
export { formProblems, ValidatedFurther } from './validated-further.js';
export { ValidatedTogether } from './validated-together.js';
export { bracketedFilter, emptyAllowedOf, filterNames, Filters, lostFilters } from './lost-filters.js';
export { parseQuery } from './query-text.js';
export { InputPipe, MOST_NAMED } from './input-pipe.js';
export { RejectUnexpectedBody } from './reject-unexpected-body.js';
