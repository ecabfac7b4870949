import { Dialog } from '@angular/cdk/dialog';
import type { DialogRef } from '@angular/cdk/dialog';
import type { ComponentType } from '@angular/cdk/portal';
import { inject, Service } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { FocusReturn } from '../../keys/focus-return';
import { discardQuestion } from '../../unsaved/discard-text';
import { TypedChanges } from '../../unsaved/typed-changes';
import { lossesOf, UnsavedForms } from '../../unsaved/unsaved-forms';
import type { UnsavedForm } from '../../unsaved/unsaved-forms';
import { ConfirmDialog } from './confirm-dialog';
import type { Confirmation } from './confirmation';
import { DIALOG_FORMS, DIALOG_HEADING_ID, DISMISS_DIALOG } from './dialog-heading-id';

export interface DialogOptions<D> {
  data?: D;
  /** In pixels; 366 to 560. */
  width?: number;
  /** Has fields: a click beside it does not close it; Esc and the cross do, and ask first where changes would be lost. */
  isForm?: boolean;
  /** Closes without a question: what was typed, such as a name to confirm, is no loss. */
  isDisposable?: boolean;
  /** Neither Esc nor a click beside it closes it: the page cannot be used before it is answered. */
  isLocked?: boolean;
}

export type { Confirmation } from './confirmation';

let count = 0;

/** How a dialog is left, which is known once it is open. */
class Dismissal {
  run: () => void | Promise<void> = () => undefined;
}

/** Opens dialogs: they take the focus, hold it and give it back. */
@Service()
export class Dialogs {
  private readonly dialog = inject(Dialog);
  private readonly unsaved = inject(UnsavedForms);

  /** Opens a component as a dialog; the answer is what it was closed with, or undefined when it was dismissed. */
  async open<C, R = undefined, D = undefined>(
    component: ComponentType<C>,
    options: DialogOptions<D> = {},
  ): Promise<R | undefined> {
    const headingId = `dw-dialog-${++count}`;
    const { isForm = false, isLocked = false } = options;
    const dismissal = new Dismissal();
    const forms = new Set<UnsavedForm>();
    const focus = new FocusReturn();
    const reference = this.dialog.open<R, D, C>(component, {
      data: options.data ?? null,
      width: `${options.width ?? 480}px`,
      maxWidth: 'calc(100vw - 32px)',
      panelClass: 'dw-dialog-pane',
      backdropClass: 'dw-scrim',
      ariaLabelledBy: headingId,
      ariaModal: true,
      autoFocus: 'first-tabbable',
      disableClose: isForm || isLocked,
      // Leaving the page asks first, and then closes it.
      closeOnNavigation: !isForm,
      providers: [
        { provide: DIALOG_HEADING_ID, useValue: headingId },
        { provide: DISMISS_DIALOG, useValue: () => dismissal.run() },
        { provide: DIALOG_FORMS, useValue: forms },
      ],
    });
    if (isForm && !isLocked)
      this.askBeforeLoss(reference, headingId, options.isDisposable === true, { dismissal, forms });
    else dismissal.run = () => reference.close();
    const answer = await firstValueFrom(reference.closed);
    // The CDK gives the focus back to the control that opened the dialog; it may have gone meanwhile.
    focus.restore();
    return answer;
  }

  private askBeforeLoss<R, C>(
    reference: DialogRef<R, C>,
    headingId: string,
    isDisposable: boolean,
    { dismissal, forms }: { dismissal: Dismissal; forms: Set<UnsavedForm> },
  ): void {
    const element = reference.overlayRef.overlayElement;
    const typed = new TypedChanges(element);
    const name = (): string => element.querySelector(`#${headingId}`)?.textContent.trim() ?? 'this dialog';
    const isDirty = (): boolean => !isDisposable && typed.areAny();
    const fields: UnsavedForm = { name, isDirty, close: () => reference.close() };
    forms.add(fields);
    reference.closed.subscribe(this.unsaved.add(fields));
    dismissal.run = async () => {
      const question = discardQuestion(lossesOf(forms));
      if (question === null || (await this.confirm(question))) reference.close();
    };
    reference.keydownEvents.subscribe((event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // The page behind it does nothing with the same key.
      event.preventDefault();
      void dismissal.run();
    });
  }

  /** Asks before something is done; true when the person says yes. */
  async confirm(question: Confirmation): Promise<boolean> {
    const answer = await this.open<ConfirmDialog, boolean, Confirmation>(ConfirmDialog, { data: question, width: 400 });
    return answer === true;
  }
}
