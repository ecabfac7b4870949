import { DestroyRef, inject, Service } from '@angular/core';
import type { Confirmation } from '../ui/dialog/confirmation';
import { discardQuestion } from './discard-text';
import type { Loss } from './discard-text';

/** A form or a dialog whose changes are lost when it closes. */
export interface UnsavedForm {
  /** What is edited, such as the name of a pipeline. */
  name(): string;
  isDirty(): boolean;
  /** A secret that was not copied and is not shown again. */
  readonly isShownOnce?: boolean;
  /** Closes what would stay in front of the next page, such as a dialog. */
  close?(): void;
}

/** The forms in sight that do not save by themselves. While one of them has changes, the browser asks before the window closes. */
@Service()
export class UnsavedForms {
  private readonly forms = new Set<UnsavedForm>();

  constructor() {
    const ask = (event: BeforeUnloadEvent): void => {
      if (this.losses().length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    inject(DestroyRef).onDestroy(() => removeEventListener('beforeunload', ask));
  }

  /** Counts a form in; returns what counts it out. */
  add(form: UnsavedForm): () => void {
    this.forms.add(form);
    return () => this.forms.delete(form);
  }

  private losses(): Loss[] {
    return lossesOf(this.forms);
  }

  /** What is asked before the changes are discarded; null where there are none. */
  discardQuestion(): Confirmation | null {
    return discardQuestion(this.losses());
  }

  /** The text of that question. */
  discardText(): string | null {
    return this.discardQuestion()?.text ?? null;
  }

  /** Closes the dialogs among them. */
  closeAll(): void {
    for (const form of this.forms) form.close?.();
  }
}

/** What would be lost if these forms closed now. */
export function lossesOf(forms: Iterable<UnsavedForm>): Loss[] {
  return [...forms]
    .filter((form) => form.isDirty())
    .map((form) => ({ name: form.name(), isShownOnce: form.isShownOnce === true }));
}

/** Counts a form in as long as the component that is being made lives. */
export function holdUnsaved(form: UnsavedForm): void {
  inject(DestroyRef).onDestroy(inject(UnsavedForms).add(form));
}
