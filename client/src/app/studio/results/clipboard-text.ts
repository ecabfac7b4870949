import { Clipboard } from '@angular/cdk/clipboard';
import { inject, Service } from '@angular/core';
import type { Cell } from '#libs/api';
import { Toasts } from '../../shared/ui/toast/toasts';
import { withLineEnd } from '../editor/line-ends';

/** Puts texts on the clipboard. */
@Service()
export class ClipboardText {
  private readonly clipboard = inject(Clipboard);
  private readonly toasts = inject(Toasts);
  private cell: { readonly value: Cell } | null = null;

  /** False where the browser refuses, which a toast reports. */
  async put(text: string): Promise<boolean> {
    this.cell = null;
    // The older way copies nothing for an empty text; after a long read the click no longer counts for it.
    if ((text !== '' && this.clipboard.copy(text)) || (await writeClipboard(text))) return true;
    this.toasts.show({ tone: 'danger', title: 'The browser blocked copying' });
    return false;
  }

  /** Puts the value of a cell on the clipboard as it is; NULL leaves the clipboard empty. */
  async putCell(value: Cell): Promise<boolean> {
    const isCopied = await this.put(value ?? '');
    if (isCopied) this.cell = { value };
    return isCopied;
  }

  /**
   * The cell that a text on the clipboard was copied from; null where it is none of this page. Browsers and systems have
   * line ends of their own.
   */
  cellOf(text: string): { readonly value: Cell } | null {
    return this.cell && withLineEnd(this.cell.value ?? '', '\n') === withLineEnd(text, '\n') ? this.cell : null;
  }
}

async function writeClipboard(text: string): Promise<boolean> {
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  return clipboard === undefined
    ? false
    : clipboard.writeText(text).then(
        () => true,
        () => false,
      );
}
