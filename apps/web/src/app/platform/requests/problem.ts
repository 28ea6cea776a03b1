import { HttpErrorResponse } from '@angular/common/http';
import { effect, inject, Injectable, Resource } from '@angular/core';
import { errorText, type ErrorBody, type FieldError } from '@signpost/contracts';
import { Toasts } from '@signpost/ui/toasts';
import type { FieldErrors, FormModel } from '@signpost/ui/forms';
import { EndedSession } from '../ended-session';
import { I18n } from '../words/i18n';
import { RuleWords } from './rule-words';

/** A failed request, in the shape that screens use. */
export interface Problem {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Errors of single inputs. */
  readonly errors: readonly FieldError[];
  /** Seconds to wait, from `Retry-After`; null without that header. */
  readonly retryAfter: number | null;
  readonly body: Partial<ErrorBody>;
}

/** What a refusal without a code of ours means: it comes from a proxy in front of the server. */
const BY_STATUS: Readonly<Record<number, string>> = {
  0: 'offline',
  413: 'payload_too_large',
  429: 'rate_limited',
  502: 'offline',
  503: 'offline',
  504: 'offline',
};

/** Converts any failure of a request into a {@link Problem}. Never throws. */
export function toProblem(error: unknown): Problem {
  const response = responseOf(error);
  const body = bodyOf(response?.error);
  const seconds = Number(response?.headers.get('Retry-After'));
  return {
    status: response?.status ?? -1,
    code: body.code ?? BY_STATUS[response?.status ?? -1] ?? 'unknown',
    message: body.message ?? '',
    errors: body.errors ?? [],
    retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    body,
  };
}

/** Whether what a resource loads does not exist, or not for this user. */
export function isMissing(resource: Resource<unknown>): boolean {
  const error = resource.error();
  return error !== undefined && toProblem(error).status === 404;
}

function responseOf(error: unknown): HttpErrorResponse | null {
  if (error instanceof HttpErrorResponse) return error;
  // httpResource wraps its error.
  if (error instanceof Error && error.cause instanceof HttpErrorResponse) return error.cause;
  return null;
}

/** Where a request expects text, an error body arrives as text too. */
function bodyOf(error: unknown): Partial<ErrorBody> {
  if (typeof error !== 'string') return isBody(error) ? error : {};
  try {
    return bodyOf(JSON.parse(error) as object);
  } catch {
    return {};
  }
}

function isBody(value: unknown): value is ErrorBody {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** The longest wait given in seconds; a longer one is given in minutes. */
const MOST_SECONDS = 120;

/** Codes whose server message says more than their translation: what is wrong with a file. */
const FIELD_TEXT_CODES: ReadonlySet<string> = new Set(['file_invalid', 'qr_unreadable', 'unsupported_media_type']);

/** Shows problems to the user: at their field, or in a toast, in the displayed language. */
@Injectable({ providedIn: 'root' })
export class Problems {
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);
  private readonly words = inject(RuleWords);
  private readonly ended = inject(EndedSession);

  constructor() {
    // Loads the rule texts in advance, also after a change of language, so that they are available when a problem is
    // shown.
    effect(() => void this.words.ready());
  }

  /** The error of a field or a row, in the displayed language. */
  fieldText(error: FieldError): string {
    return this.words.text(error);
  }

  /** The message for a problem: translated by its code, else the server's own text. */
  text(problem: Problem): string {
    if (problem.code === 'rate_limited' && problem.retryAfter !== null) {
      return problem.retryAfter <= MOST_SECONDS
        ? this.i18n.tn('errors.rateLimited', problem.retryAfter)
        : this.i18n.tn('errors.rateLimitedMinutes', Math.ceil(problem.retryAfter / 60));
    }
    const [first] = problem.errors;
    if (FIELD_TEXT_CODES.has(problem.code) && first !== undefined) return this.fieldText(first);
    return this.i18n.known(`errors.${problem.code}`) ?? (problem.message || this.i18n.t('errors.unknown'));
  }

  /** The same for any failure of a request. */
  message(error: unknown): string {
    return this.text(toProblem(error));
  }

  /** The same for a form that can be sent again: its page stays also when the session has ended. */
  messageInForm(error: unknown): string {
    this.keepPage(error);
    return this.message(error);
  }

  /**
   * Shows the failure in a toast. Where the page stays after the session has ended, the toast leads to sign in; else the
   * sign-in page, which comes next, says it.
   */
  toast(error: unknown): void {
    const problem = toProblem(error);
    if (problem.code !== 'unauthenticated') this.toasts.error(this.text(problem));
    else if (this.ended.stays()) this.askToSignIn();
  }

  /** Says that the session has ended, and offers to sign in in another tab: what this one shows is kept. */
  askToSignIn(): void {
    const text = this.i18n.t('errors.unauthenticated');
    // What was refused may have said so already, but not where to sign in.
    for (const shown of this.toasts.toasts()) if (shown.text === text) this.toasts.dismiss(shown.id);
    this.toasts.error(text, () => window.open('/login'), this.i18n.t('shell.signInTab'));
  }

  /**
   * Puts field errors at the fields of `form` and other errors above it. `fieldOfCode` maps codes of errors without
   * field errors to a field, such as `slug_taken` → `slug`. The page stays also when the session has ended.
   */
  intoForm<T extends object>(
    error: unknown,
    form: FormModel<T>,
    fieldOfCode: Readonly<Record<string, string>> = {},
  ): void {
    this.keepPage(error);
    if (this.words.isReady()) this.place(error, form, fieldOfCode);
    else void this.words.ready().then(() => this.place(error, form, fieldOfCode));
  }

  private keepPage(error: unknown): void {
    if (toProblem(error).code === 'unauthenticated') this.ended.stay();
  }

  private place<T extends object>(
    error: unknown,
    form: FormModel<T>,
    fieldOfCode: Readonly<Record<string, string>>,
  ): void {
    const problem = toProblem(error);
    const field = fieldOfCode[problem.code];
    const text = this.text(problem);
    const ofFields: FieldErrors = Object.fromEntries(problem.errors.map((one) => [one.field, this.fieldText(one)]));
    const fields = field && !ofFields[field] ? { ...ofFields, [field]: text } : ofFields;
    const known = [...Object.keys(form.f), 'targeting'];
    const unplaced = Object.entries(fields).filter(([name]) => !known.includes(name.split('.')[0] ?? name));
    const failure =
      Object.keys(fields).length === 0
        ? text
        : unplaced.map(([name, message]) => errorText({ field: name, message })).join(' ');
    form.fail(fields, failure || null);
  }
}
