import {
  ERRORS,
  problem,
  type ErrorCode,
  type FieldError,
  type JobReport,
  type RuleName,
  type RuleParams,
} from '@signpost/contracts';

/** Additions to an error body beyond code and message. */
export interface ErrorDetails {
  message?: string;
  errors?: FieldError[];
  rows?: { clientKey: string; error: string }[];
  count?: number;
  methods?: ('totp' | 'passkey')[];
  opensAt?: string;
  earliestEventAt?: string | null;
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

/** Refuses with a code and the one problem that is its reason, in whose words it is said. */
export function failWith(code: ErrorCode, reason: FieldError): never {
  throw new ApiError(code, { message: reason.message, errors: [reason] });
}

/** Refuses one field with 422. */
export function failField(field: string, rule: RuleName, params?: RuleParams): never {
  throw new ApiError('validation_failed', { errors: [problem(field, rule, params)] });
}
