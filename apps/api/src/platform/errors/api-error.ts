import { ERRORS, type ErrorCode, type FieldError, type JobReport } from '@signpost/contracts';

/** Additions to an error body beyond code and message. */
export interface ErrorDetails {
  message?: string;
  errors?: FieldError[];
  rows?: { clientKey: string; error: string }[];
  count?: number;
  opensAt?: string;
  sent?: number;
  demosDeleted?: number;
  jobs?: JobReport[];
  /** Seconds; becomes the `Retry-After` header. */
  retryAfter?: number;
}

/** A refusal from the catalogue. Thrown anywhere, rendered in one place. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(details.message ?? ERRORS[code].message, options);
    this.name = 'ApiError';
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Refuses with a code from the catalogue; an expression, so that it can follow `??`. */
export function fail(code: ErrorCode, details?: ErrorDetails): never {
  throw new ApiError(code, details);
}

/** Refuses one field with 422. */
export function failField(field: string, message: string): never {
  throw new ApiError('validation_failed', { errors: [{ field, message }] });
}
