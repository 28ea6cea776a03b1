import { HttpErrorResponse } from '@angular/common/http';
import { effect, inject, Injectable } from '@angular/core';
import { errorText, type ErrorBody, type FieldError } from '@signpost/contracts';
import { Toasts } from '@signpost/ui/toasts';
import type { FieldErrors, FormModel } from '@signpost/ui/forms';
import { EndedSession } from '../ended-session';
import { I18n } from '../words/i18n';
import { RuleWords } from './rule-words';

/** What went wrong, in the shape that screens use. */
export interface Problem {
  /** HTTP status; 0 when the server could not be reached. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** What is wrong with single inputs. */
  readonly errors: readonly FieldError[];
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | null;
  readonly body: Partial<ErrorBody>;
}

/** Reads any failure of a request into a {@link Problem}. Never throws. */
export function toProblem(error: unknown): Problem {
  const response = responseOf(error);
  const body = bodyOf(response?.error);
  const seconds = Number(response?.headers.get('Retry-After'));
  return {
    status: response?.status ?? -1,
    code: body.code ?? (response?.status === 0 ? 'offline' : 'unknown'),
    message: body.message ?? '',
    errors: body.errors ?? [],
    retryAfter: Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    body,
  };
}

function responseOf(error: unknown): HttpErrorResponse | null {
  if (error instanceof HttpErrorResponse) return error;
  // httpResource hands out its failure wrapped.
  if (error instanceof Error && error.cause instanceof HttpErrorResponse) return error.cause;
  return null;
}

/** Where a text was asked for, a refusal comes as text too. */
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

/** Codes whose message tells more than their translation: what is wrong with a file. */
const TELLING: ReadonlySet<string> = new Set(['file_invalid', 'qr_unreadable', 'unsupported_media_type']);

/** Puts problems where people see them: on their field, or in a toast, in the language on screen. */
@Injectable({ providedIn: 'root' })
export class Problems {
  private readonly i18n = inject(I18n);
  private readonly toasts = inject(Toasts);
  private readonly words = inject(RuleWords);
  private readonly ended = inject(EndedSession);

  constructor() {
    // Whoever may have to report a problem has the words for it by then, also after a change of language.
    effect(() => void this.words.ready());
  }

  /** What is wrong with a field or a row, in the language on screen. */
  say(error: FieldError): string {
    return this.words.say(error);
  }

  /** A sentence for people: by code in their language, else the server's own words. */
  text(problem: Problem): string {
    if (problem.code === 'rate_limited' && problem.retryAfter !== null) {
      return this.i18n.tn('errors.rateLimited', problem.retryAfter);
    }
    const [first] = problem.errors;
    if (TELLING.has(problem.code) && first !== undefined) return this.say(first);
    return this.i18n.known(`errors.${problem.code}`) ?? (problem.message || this.i18n.t('errors.unknown'));
  }

  /** The same for any failure of a request. */
  message(error: unknown): string {
    return this.text(toProblem(error));
  }

  /** The same for where something waits to be sent again: it stays on screen also when the session has ended. */
  messageInForm(error: unknown): string {
    this.keepPage(error);
    return this.message(error);
  }

  /** Says in a toast what failed. */
  toast(error: unknown): void {
    this.toasts.error(this.message(error));
  }

  /**
   * Puts field errors on the fields of `form` and the rest above it. `fieldOfCode` names the field that a refusal
   * without field errors belongs to, such as `slug_taken` → `slug`. The page stays also when the session has ended.
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
    const said: FieldErrors = Object.fromEntries(problem.errors.map((one) => [one.field, this.say(one)]));
    const fields = field && !said[field] ? { ...said, [field]: text } : said;
    const known = [...Object.keys(form.f), 'targeting'];
    const homeless = Object.entries(fields).filter(([name]) => !known.includes(name.split('.')[0] ?? name));
    const failure =
      Object.keys(fields).length === 0
        ? text
        : homeless.map(([name, message]) => errorText({ field: name, message })).join(' ');
    form.fail(fields, failure || null);
  }
}
