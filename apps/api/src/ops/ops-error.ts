import { OutsideError } from '../platform/errors/outside-error.js';

/** A problem that the caller can solve: shown as one line, without a stack. */
export class OpsError extends OutsideError {}
