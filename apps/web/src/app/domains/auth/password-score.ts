/** The rule's dictionaries are large: load this module only where a new password is typed. */
export { passwordScore } from '@signpost/domain/password-score';
