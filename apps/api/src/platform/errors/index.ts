export { ApiError, fail, failField, failWith, type ErrorDetails } from './api-error.js';
export { databaseError, INSUFFICIENT_PRIVILEGE, isDatabaseUnavailable, violates } from './database-error.js';
export { ErrorFilter, renderError, toApiError } from './error-filter.js';
export { inFolder, OutsideError } from './outside-error.js';
export { oneLine, reasonOf } from './reason.js';
