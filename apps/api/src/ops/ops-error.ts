/** A problem that is the caller's to solve: shown as one line, without a stack. */
export class OpsError extends Error {}
