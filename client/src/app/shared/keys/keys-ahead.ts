import { DOCUMENT } from '@angular/common';
import { inject, Service } from '@angular/core';
import { typeInto } from './field-keys';

/** Keys that the field receives as they are, for lists and forms that listen to them. */
const COMMAND_KEYS = new Set(['Enter', 'Escape', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']);

/** Keys of a dialog that does not come, as without a network, are forgotten after this, in milliseconds. */
const LIMIT_MS = 5_000;

/**
 * Keeps the keys that are pressed between the command for a dialog and its first field: the dialog's code may still
 * load, and whatever has the focus, such as the editor, would receive them.
 */
@Service()
export class KeysAhead {
  private readonly document = inject(DOCUMENT);
  private keys: KeyboardEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** Keeps keys until a dialog takes the focus; if it does with a text field, that receives them. */
  hold(): void {
    this.drop();
    this.timer = setTimeout(() => this.drop(), LIMIT_MS);
    // On the window, in front of listeners on the document.
    this.document.defaultView?.addEventListener('keydown', this.keep, { capture: true });
    this.document.addEventListener('focusin', this.deliver);
  }

  /** Stops and forgets the keys: no dialog came, or it was closed. */
  drop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.keys = [];
    this.document.defaultView?.removeEventListener('keydown', this.keep, { capture: true });
    this.document.removeEventListener('focusin', this.deliver);
  }

  private readonly keep = (event: KeyboardEvent): void => {
    const isLetter = event.key.length === 1 || event.key === 'Backspace';
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!isLetter && !COMMAND_KEYS.has(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.keys.push(event);
  };

  private readonly deliver = ({ target: field }: FocusEvent): void => {
    if (!(field instanceof HTMLElement) || field.closest('.cdk-dialog-container') === null) return;
    const { keys } = this;
    this.drop();
    if (!(field instanceof HTMLInputElement)) return;
    // Once the dialog has finished taking the focus, and before any other key.
    queueMicrotask(() => keys.forEach((event) => pressIn(field, event)));
  };
}

function pressIn(field: HTMLInputElement, event: KeyboardEvent): void {
  const isHandled = !field.dispatchEvent(new KeyboardEvent('keydown', event));
  if (isHandled) return;
  if (event.key === 'Enter') field.form?.requestSubmit();
  if (COMMAND_KEYS.has(event.key)) return;
  typeInto(field, event);
}
