import { Clipboard } from '@angular/cdk/clipboard';
import { inject, Service } from '@angular/core';
import { Toasts } from '../../shared/ui/toast/toasts';

/** Puts texts on the clipboard. */
@Service()
export class ClipboardText {
  private readonly clipboard = inject(Clipboard);
  private readonly toasts = inject(Toasts);

  /** False where the browser refuses, which a toast reports. */
  async put(text: string): Promise<boolean> {
    // After a long read the click no longer counts for the older way of copying.
    if (this.clipboard.copy(text) || (await writeClipboard(text))) return true;
    this.toasts.show({ tone: 'danger', title: 'The browser blocked copying' });
    return false;
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
