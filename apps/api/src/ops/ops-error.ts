import { OutsideError } from '../platform/errors/outside-error.js';

/** A problem that is the caller's to solve: shown as one line, without a stack. */
export class OpsError extends OutsideError {}
