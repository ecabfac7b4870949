import { DestroyRef, inject, Service } from '@angular/core';
import { discardTextOf } from './discard-text';

/** A form or a dialog whose changes are lost when it closes. */
export interface UnsavedForm {
  /** What is edited, such as the name of a pipeline. */
  name(): string;
  isDirty(): boolean;
  /** Closes what would stay in front of the next page, such as a dialog. */
  close?(): void;
}

/** The forms in sight that do not save by themselves. While one of them has changes, the browser asks before the window closes. */
@Service()
export class UnsavedForms {
  private readonly forms = new Set<UnsavedForm>();

  constructor() {
    const ask = (event: BeforeUnloadEvent): void => {
      if (this.dirtyNames().length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    inject(DestroyRef).onDestroy(() => removeEventListener('beforeunload', ask));
  }

  /** Counts a form in; returns what counts it out. */
  add(form: UnsavedForm): () => void {
    this.forms.add(form);
    return () => this.forms.delete(form);
  }

  /** The names of the forms with changes. */
  dirtyNames(): string[] {
    return [...this.forms].filter((form) => form.isDirty()).map((form) => form.name());
  }

  /** What a question says that is asked before the changes are discarded; null where there are none. */
  discardText(): string | null {
    return discardTextOf(this.dirtyNames());
  }

  /** Closes the dialogs among them. */
  closeAll(): void {
    for (const form of this.forms) form.close?.();
  }
}

/** Counts a form in as long as the component that is being made lives. */
export function holdUnsaved(form: UnsavedForm): void {
  inject(DestroyRef).onDestroy(inject(UnsavedForms).add(form));
}
