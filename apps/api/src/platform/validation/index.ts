export { checkInput, says } from './check-input.js';
export { Documented, DocumentedSlug, documentedRules, DocumentedUrl, Parts, partsOf } from './documented.js';
export { IdPipe } from './id-pipe.js';
export * from './input.decorators.js';
export { formProblems, ValidatedFurther } from './validated-further.js';
export { ValidatedTogether } from './validated-together.js';
export { bracketedFilter, filterNames, Filters, lostFilters } from './lost-filters.js';
export { InputPipe } from './input-pipe.js';
export { RejectUnexpectedBody } from './reject-unexpected-body.js';
