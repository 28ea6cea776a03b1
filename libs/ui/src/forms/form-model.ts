import { computed, Signal, signal, WritableSignal } from '@angular/core';

/** One message per field, keyed by the dotted path that the API uses. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * The state of a form: one writable signal per field, errors by field, whether anything changed and whether it is being
 * sent. An error is removed as soon as its field changes.
 */
export class FormModel<T extends object> {
  readonly f: { readonly [K in keyof T]: WritableSignal<T[K]> };
  readonly busy = signal(false);
  /** Whether the last sending has saved what it sent; false also while it runs. */
  readonly isSaved = signal(false);
  /** A message that belongs to no single field. */
  readonly failure = signal<string | null>(null);
  private readonly initial: WritableSignal<T>;
  /** What is being sent; null while nothing is. */
  private sent: T | null = null;
  private readonly found = signal<{ errors: FieldErrors; at: T } | null>(null);

  constructor(initial: T) {
    this.initial = signal(initial);
    const fields = {} as { [K in keyof T]: WritableSignal<T[K]> };
    for (const key of Object.keys(initial) as (keyof T)[]) fields[key] = signal(initial[key]);
    this.f = fields;
  }

  /** Current values of all fields. */
  readonly value: Signal<T> = computed(() => {
    const value = {} as T;
    for (const key of Object.keys(this.f) as (keyof T)[]) value[key] = this.f[key]();
    return value;
  });

  /** Fields that differ from the initial values, as a partial value for PATCH. */
  readonly changes: Signal<Partial<T>> = computed(() => {
    const changes: Partial<T> = {};
    const initial = this.initial();
    const value = this.value();
    for (const key of Object.keys(this.f) as (keyof T)[]) {
      if (!same(value[key], initial[key])) changes[key] = value[key];
    }
    return changes;
  });

  readonly dirty: Signal<boolean> = computed(() => Object.keys(this.changes()).length > 0);

  /**
   * The errors that still apply: those whose field has not changed since. In a list, `items.1.slug` refers to that one
   * value; of a path that exists only partly in the form, the existing part counts.
   */
  readonly errors: Signal<FieldErrors> = computed(() => {
    const found = this.found();
    if (!found) return {};
    const value = this.value() as Record<string, unknown>;
    const at = found.at as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(found.errors).filter(([field]) => {
        const [root = field, ...path] = field.split('.');
        return sameAt(path, value[root], at[root]);
      }),
    );
  });

  /** The message of one field, or null. */
  error(field: string): string | null {
    return this.errors()[field] ?? null;
  }

  fail(errors: FieldErrors, failure: string | null = null): void {
    this.found.set(Object.keys(errors).length ? { errors, at: this.value() } : null);
    this.failure.set(failure);
  }

  clearErrors(): void {
    this.fail({});
  }

  /**
   * Sends the form, once at a time: calls during sending are ignored.
   * @param work resolves to false when it has saved nothing, without an error, or has shown the errors itself.
   * @param refused receives the error when sending failed.
   */
  async send(work: () => Promise<unknown>, refused: (error: unknown) => void): Promise<void> {
    if (this.busy()) return;
    this.busy.set(true);
    this.isSaved.set(false);
    this.clearErrors();
    this.sent = this.value();
    try {
      this.isSaved.set((await work()) !== false);
    } catch (error) {
      refused(error);
    } finally {
      this.sent = null;
      this.busy.set(false);
    }
  }

  /** Makes `value` both the content and the initial value. While the form is being sent, input typed since then stays. */
  reset(value: T): void {
    this.initial.set(value);
    const { sent } = this;
    for (const key of Object.keys(this.f) as (keyof T)[]) {
      if (sent === null || same(this.f[key](), sent[key])) this.f[key].set(value[key]);
    }
    this.clearErrors();
  }

  /** Replaces some fields; they count as changed. */
  patch(value: Partial<T>): void {
    for (const key of Object.keys(value) as (keyof T)[]) this.f[key].set(value[key] as T[keyof T]);
  }
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two values are equal at a path, followed as far as both have it. */
function sameAt([step, ...rest]: readonly string[], a: unknown, b: unknown): boolean {
  if (step === undefined || !holds(a, step) || !holds(b, step)) return same(a, b);
  return sameAt(rest, a[step], b[step]);
}

function holds(value: unknown, step: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && step in value;
}
