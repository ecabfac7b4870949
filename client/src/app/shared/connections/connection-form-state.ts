import { computed, signal } from '@angular/core';
import type { Signal, WritableSignal } from '@angular/core';
import type { ConnectionKind } from '#libs/api';
import { ApiProblem } from '../http/api-problem';
import { formErrors, serverErrors, withKind } from './connection-form';
import type { ConnectionField, ConnectionForm, ConnectionFormErrors } from './connection-form';

/** The dialog's fields while a person fills them: an error shows after its field was left, or after sending. */
export class ConnectionFormState {
  private readonly current: WritableSignal<ConnectionForm>;
  private readonly left = signal<ReadonlySet<ConnectionField>>(new Set());
  private readonly isSent = signal(false);
  private readonly told = signal<ConnectionFormErrors>({});
  private readonly failure = signal<string | null>(null);

  readonly form: Signal<ConnectionForm>;
  /** What the server said that belongs to no field. */
  readonly generalError = this.failure.asReadonly();
  readonly isValid = computed(() => Object.keys(formErrors(this.current())).length === 0);
  readonly errors = computed<ConnectionFormErrors>(() => {
    const own = Object.entries(formErrors(this.current()));
    const shown = own.filter(([field]) => this.isSent() || this.left().has(field as ConnectionField));
    return { ...this.told(), ...Object.fromEntries(shown) };
  });

  constructor(initial: ConnectionForm) {
    this.current = signal(initial);
    this.form = this.current.asReadonly();
  }

  /** Takes what was typed; what the server said about that field is answered by it. */
  set<F extends ConnectionField>(field: F, value: ConnectionForm[F]): void {
    this.current.update((form) => ({ ...form, [field]: value }));
    this.told.update((told) => ({ ...told, [field]: undefined }));
    this.failure.set(null);
  }

  /** Turns the form into one of another kind. */
  setKind(kind: ConnectionKind): void {
    this.current.update((form) => withKind(form, kind));
    this.told.set({});
    this.failure.set(null);
    this.isSent.set(false);
  }

  /** A field was left: from now on its error shows. */
  leave(field: ConnectionField): void {
    this.left.update((left) => new Set([...left, field]));
  }

  /** Sending was tried: every error shows from now on. True when there is none. */
  tryToSend(): boolean {
    this.isSent.set(true);
    this.failure.set(null);
    return this.isValid();
  }

  /** Puts a refusal where it belongs: at the fields it names, the rest above the buttons. */
  refuse(error: unknown): void {
    const problem = ApiProblem.from(error);
    const { fields, rest } = serverErrors(problem.errors);
    this.told.set(fields);
    const hasFields = Object.keys(fields).length > 0;
    if (rest.length > 0) this.failure.set(rest.join(' '));
    else this.failure.set(hasFields ? null : problem.detail);
  }
}
