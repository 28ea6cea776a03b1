import {
  ERRORS,
  problem,
  type ErrorCode,
  type FieldError,
  type JobReport,
  type RuleName,
  type RuleParams,
} from '@signpost/contracts';

/** Fields of an error body besides the status and the code; `message` replaces the default message. */
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

/** An error of the catalogue. Can be thrown anywhere and is rendered in one place. */
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

/** Throws an error of the catalogue; an expression, so that it can follow `??`. */
export function fail(code: ErrorCode, details?: ErrorDetails): never {
  throw new ApiError(code, details);
}

/** Throws an error whose only reason is one problem, with the message of that problem. */
export function failWith(code: ErrorCode, reason: FieldError): never {
  throw new ApiError(code, { message: reason.message, errors: [reason] });
}

/** Throws a 422 for one field. */
export function failField(field: string, rule: RuleName, params?: RuleParams): never {
  throw new ApiError('validation_failed', { errors: [problem(field, rule, params)] });
}
