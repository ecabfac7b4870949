import { Dialog } from '@angular/cdk/dialog';
import type { ComponentType } from '@angular/cdk/portal';
import { inject, Service } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import { ConfirmDialog } from './confirm-dialog';
import type { Confirmation } from './confirm-dialog';
import { DIALOG_HEADING_ID } from './dialog-heading-id';

export interface DialogOptions<D> {
  data?: D;
  /** In pixels; 366 to 560. */
  width?: number;
  /** Holds typed text: a click beside it does not close it, Esc does. */
  isForm?: boolean;
  /** Neither Esc nor a click beside it closes it: the page cannot be used before it is answered. */
  isLocked?: boolean;
}

export type { Confirmation } from './confirm-dialog';

let count = 0;

/** Opens dialogs: they take the focus, hold it and give it back. */
@Service()
export class Dialogs {
  private readonly dialog = inject(Dialog);

  /** Opens a component as a dialog; the answer is what it was closed with, or undefined when it was dismissed. */
  async open<C, R = undefined, D = undefined>(
    component: ComponentType<C>,
    options: DialogOptions<D> = {},
  ): Promise<R | undefined> {
    const headingId = `dw-dialog-${++count}`;
    const { isForm = false, isLocked = false } = options;
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
      providers: [{ provide: DIALOG_HEADING_ID, useValue: headingId }],
    });
    if (isForm && !isLocked) {
      reference.keydownEvents.subscribe((event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) reference.close();
      });
    }
    return firstValueFrom(reference.closed);
  }

  /** Asks before something is done; true when the person says yes. */
  async confirm(question: Confirmation): Promise<boolean> {
    const answer = await this.open<ConfirmDialog, boolean, Confirmation>(ConfirmDialog, { data: question, width: 400 });
    return answer === true;
  }
}
