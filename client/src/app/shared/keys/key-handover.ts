import { DOCUMENT } from '@angular/common';
import { inject, Service } from '@angular/core';

/** Keys for a part of the page that does not come are forgotten after this, in milliseconds. */
const LIMIT_MS = 5_000;

/** Letters with Ctrl or ⌘ that belong to the page; the browser keeps the others. */
const PAGE_LETTERS = /^[acdfiz]$/i;
const MODIFIERS = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph']);

/** Keys that were pressed by a person and handed over. */
const HANDED_OVER = new WeakSet<Event>();

/** Those that keep keys themselves, as between a grid and the editor of a cell: they come first. */
export const KEY_KEEPERS = new Set<object>();

/** Whether a key comes from a person: also one that was handed over. */
export function isPressed(event: KeyboardEvent): boolean {
  return event.isTrusted || HANDED_OVER.has(event);
}

/**
 * Keeps the keys that are pressed while one part of the page takes the place of another that had the focus: the page
 * has the focus meanwhile, and they would be lost.
 */
@Service()
export class KeyHandover {
  private readonly document = inject(DOCUMENT);
  private target: HTMLElement | null = null;
  private keys: KeyboardEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Keeps keys until `target` has the focus; it then receives them, one after another. Any other focus ends it. */
  keepFor(target: HTMLElement): void {
    this.end();
    this.target = target;
    this.timer = setTimeout(() => this.end(), LIMIT_MS);
    this.document.defaultView?.addEventListener('keydown', this.keep, { capture: true });
    this.document.addEventListener('focusin', this.deliver);
  }

  private end(): void {
    clearTimeout(this.timer);
    this.target = null;
    this.keys = [];
    this.document.defaultView?.removeEventListener('keydown', this.keep, { capture: true });
    this.document.removeEventListener('focusin', this.deliver);
  }

  private readonly keep = (event: KeyboardEvent): void => {
    if (event.isComposing || KEY_KEEPERS.size > 0 || !isForPage(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.keys.push(event);
  };

  private readonly deliver = (event: FocusEvent): void => {
    const { target, keys } = this;
    this.end();
    if (!(event.target instanceof Node) || target?.contains(event.target) !== true) return;
    // Once the focus has settled, and before any other key.
    queueMicrotask(() => keys.forEach((key) => this.document.activeElement?.dispatchEvent(repeated(key))));
  };
}

/** The same key, for another target. */
function repeated(event: KeyboardEvent): KeyboardEvent {
  const key = new KeyboardEvent('keydown', event);
  HANDED_OVER.add(key);
  return key;
}

function isForPage({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (MODIFIERS.has(key) || key === 'Tab' || altKey || (/^F\d/.test(key) && key !== 'F2')) return false;
  return !(ctrlKey || metaKey) || key.length > 1 || PAGE_LETTERS.test(key);
}
