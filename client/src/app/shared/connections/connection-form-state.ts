import { computed, signal } from '@angular/core';
import type { Signal, WritableSignal } from '@angular/core';
import type { ConnectionKindInfo } from '#libs/api';
import { readConnectionUrl } from '#libs/connection-target';
import { ApiProblem } from '../http/api-problem';
import { shownUrl, takesUrls, unknownSettings, withKind, withoutUrls, withRemoval } from './connection-form';
import { sslNotes, withUrlFields, withValue } from './connection-form';
import type { ConnectionField, ConnectionForm, ConnectionFormErrors } from './connection-form';
import { formErrors, serverErrors } from './connection-form-errors';

/** What became of a connection URL that was pasted or typed. */
export interface UrlNote {
  readonly isTaken: boolean;
  readonly text: string;
}

/** The dialog's fields while a person fills them: an error shows after its field was left, or after sending. */
export class ConnectionFormState {
  private readonly current: WritableSignal<ConnectionForm>;
  private readonly left = signal<ReadonlySet<ConnectionField>>(new Set());
  private readonly isSent = signal(false);
  private readonly refusals = signal<ConnectionFormErrors>({});
  private readonly failure = signal<string | null>(null);
  private readonly note = signal<UrlNote | null>(null);

  readonly form: Signal<ConnectionForm>;
  /** What the server said that belongs to no field. */
  readonly generalError = this.failure.asReadonly();
  readonly urlNote = this.note.asReadonly();
  readonly isValid = computed(() => Object.keys(formErrors(this.current())).length === 0);
  readonly errors = computed<ConnectionFormErrors>(() => {
    const own = Object.entries(formErrors(this.current()));
    const shown = own.filter(([field]) => this.isSent() || this.left().has(field as ConnectionField));
    return { ...this.refusals(), ...Object.fromEntries(shown) };
  });

  /** `isNew`: the kind can still change to another one of `kinds`. */
  constructor(
    initial: ConnectionForm,
    private readonly kinds: readonly ConnectionKindInfo[],
    private readonly isNew = true,
  ) {
    this.current = signal(initial);
    this.form = this.current.asReadonly();
  }

  /** Takes what was typed; what the server said about that field is answered by it. */
  set(field: ConnectionField, value: string | boolean): void {
    this.current.update((form) => withValue(form, field, value));
    this.refusals.update((refusals) => ({ ...refusals, [field]: undefined }));
    this.failure.set(null);
  }

  /** Marks a stored secret as to be taken away, or not. */
  remove(name: string, isRemoved: boolean): void {
    this.current.update((form) => withRemoval(form, name, isRemoved));
    this.failure.set(null);
  }

  /** Turns the form into one of another kind. */
  setKind(kind: string): void {
    const info = this.kinds.find((candidate) => candidate.kind === kind);
    if (info) this.current.update((form) => withKind(form, info));
    this.refusals.set({});
    this.failure.set(null);
    this.note.set(null);
    this.isSent.set(false);
  }

  /**
   * Fills the form from a connection URL and says so; false where the text holds none. A URL that cannot be taken over is
   * not kept either, since it may hold a password.
   */
  takeUrl(text: string): boolean {
    const reading = readConnectionUrl(text);
    if (reading.kind === 'none') return false;
    const fitting = takesUrls(this.current().settings) ? null : this.kinds.find(({ settings }) => takesUrls(settings));
    const isOtherKind = !this.isNew && fitting !== null;
    this.current.update(withoutUrls);
    this.refusals.set({});
    this.failure.set(null);
    if (isOtherKind)
      this.note.set({ isTaken: false, text: 'This is the URL of a Postgres server. Add a new connection for it.' });
    else if (reading.kind === 'refused') this.note.set({ isTaken: false, text: reading.sentence });
    else {
      const before = this.current();
      const { readOnly } = before;
      const form = fitting ? { ...withKind(before, fitting), readOnly } : before;
      const filled = withUrlFields(form, reading.fields);
      this.current.set(filled);
      const notes = [...reading.notes, ...sslNotes(filled, reading.fields)];
      this.note.set({ isTaken: true, text: ['Filled in from the URL.', ...notes].join(' ') });
    }
    return true;
  }

  /** Takes over a URL that was typed into a field; false where there is none. */
  private takeTypedUrl(): boolean {
    const typed = shownUrl(this.current());
    return typed !== null && this.takeUrl(typed);
  }

  /** A field was left: from now on its error shows. */
  leave(field: ConnectionField): void {
    if (this.takeTypedUrl()) return;
    this.left.update((left) => new Set([...left, field]));
  }

  /** Sending was tried: every error shows from now on. True when there is none. */
  tryToSend(): boolean {
    if (this.takeTypedUrl()) return false;
    this.isSent.set(true);
    this.failure.set(null);
    return this.isValid();
  }

  /** Puts a refusal where it belongs: at the fields it names, the rest above the buttons. */
  refuse(error: unknown): void {
    const problem = ApiProblem.from(error);
    const { fields, rest } = serverErrors(
      problem.errors,
      unknownSettings(this.current().settings).map(({ name }) => `described.${name}` as const),
    );
    this.refusals.set(fields);
    const hasFields = Object.keys(fields).length > 0;
    if (rest.length > 0) this.failure.set(rest.join(' '));
    else this.failure.set(hasFields ? null : problem.detail);
  }
}
