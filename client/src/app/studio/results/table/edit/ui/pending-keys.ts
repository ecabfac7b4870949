import { commandKey } from '../../../../../shared/keys/command-key';
import type { ResultGrid } from '../../ui/result-grid';

/** Takes keys and pasted texts in their order. */
export interface KeyTaker {
  readonly take: (key: KeyboardEvent | string) => void;
}

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);
/** Letters with Ctrl or ⌘ that belong to the page; the browser keeps the others. */
const PAGE_LETTERS = /^[acdfixyz]$/;
/** Patience with a cell that is to have the focus, in milliseconds: its row may have to be read. */
const PATIENCE_MS = 5_000;
/** A row that was read is noticed after this time at most, in milliseconds. */
const LOOK_MS = 20;

/** What is to take the keys: an editor, a cell, the row of the cell with the focus, or a grid in the place of another. */
type Awaited = 'editor' | 'cell' | 'row' | 'grid';

/** A grid that takes keys. */
export interface KeyedGrid {
  readonly element: HTMLElement;
  /** False while the row of the cell with the focus has not been read: it could not be edited. */
  readonly isRowRead: () => boolean;
}

/** A grid as it takes keys. */
export function keyedGrid(grid: ResultGrid | null): KeyedGrid | null {
  if (grid === null) return null;
  const { element, focusing } = grid;
  return { element, isRowRead: () => focusing.place() === null || focusing.cell() !== null };
}

/**
 * Keeps the keys that come while the focus is between a grid and the editor of a cell, or between a grid and the one that
 * takes its place, and hands them on in their order.
 */
export class PendingKeys {
  private readonly keys: (KeyboardEvent | string)[] = [];
  private awaited: Awaited | null = null;
  private isHandingOver = false;
  private stopWaiting = (): void => undefined;

  /** Only keys for which `isPressed` holds are kept, not those that are handed on. */
  constructor(
    private readonly grid: () => KeyedGrid | null,
    private readonly isPressed = (event: KeyboardEvent): boolean => event.isTrusted,
  ) {}

  /** Keeps keys from now on, for an editor. */
  keep(): void {
    this.keepFor('editor');
  }

  /** Keeps a text that is pasted meanwhile; false where keys are not kept. */
  paste(text: string): boolean {
    if (this.awaited !== null) this.keys.push(text);
    return this.awaited !== null;
  }

  /** Forgets what was kept. */
  drop(): void {
    this.end();
  }

  /** Hands what was kept to an editor, as long as it is open, and the rest to the grid. */
  handTo(editor: KeyTaker, isOpen: () => boolean): void {
    const keys = this.end();
    let taken = 0;
    this.isHandingOver = true;
    for (const key of keys) {
      if (!isOpen()) break;
      editor.take(key);
      taken += 1;
    }
    this.isHandingOver = false;
    if (taken < keys.length) this.handToGrid(keys.slice(taken));
  }

  /** Whether an editor is taking what was kept. */
  isHanding(): boolean {
    return this.isHandingOver;
  }

  /** Hands keys to the grid once a cell of it has the focus, after those that were kept before. */
  handToGrid(more: readonly (KeyboardEvent | string)[] = [], awaited: Awaited = 'cell'): void {
    this.keepFor(awaited);
    this.keys.push(...more);
    const grid = this.grid();
    if (grid === null) this.drop();
    else if (this.canTake(grid)) this.flush(grid);
    else this.wait();
  }

  /** Keeps a key until the row of the cell with the focus has been read; true. */
  hold(key: KeyboardEvent): boolean {
    this.handToGrid([key], 'row');
    return true;
  }

  /** Another grid has taken the place of the one that had the focus. An editor that is on its way keeps its keys. */
  followGrid(): void {
    if (this.awaited === null) this.handToGrid([], 'grid');
  }

  private keepFor(awaited: Awaited): void {
    this.stopWaiting();
    // The same listener is added once.
    document.addEventListener('keydown', this.pressed, true);
    this.awaited = awaited;
  }

  private canTake({ element, isRowRead }: KeyedGrid): boolean {
    return hasCellFocus(element) && (this.awaited !== 'row' || isRowRead());
  }

  private wait(): void {
    const look = (): void => {
      const grid = this.grid();
      if (grid !== null && this.canTake(grid)) this.flush(grid);
    };
    const focused = ({ target }: FocusEvent): void => {
      if (target instanceof Node && this.grid()?.element.contains(target) === true) look();
      else this.drop();
    };
    const timer = setTimeout(() => this.drop(), PATIENCE_MS);
    const looking = setInterval(look, LOOK_MS);
    document.addEventListener('focusin', focused);
    this.stopWaiting = (): void => {
      clearTimeout(timer);
      clearInterval(looking);
      document.removeEventListener('focusin', focused);
      this.stopWaiting = (): void => undefined;
    };
  }

  /** A key that begins an edit keeps those behind it. */
  private flush({ element }: KeyedGrid): void {
    for (const key of this.end()) {
      const target = hasCellFocus(element) ? (document.activeElement ?? element) : element;
      if (this.awaited !== null) this.keys.push(key);
      else if (typeof key === 'string') target.dispatchEvent(pasteOf(key));
      else target.dispatchEvent(new KeyboardEvent('keydown', initOf(key)));
    }
  }

  private end(): (KeyboardEvent | string)[] {
    this.stopWaiting();
    this.awaited = null;
    document.removeEventListener('keydown', this.pressed, true);
    return this.keys.splice(0);
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    const { target } = event;
    const isElsewhere = target !== document.body && !(target instanceof Node && this.grid()?.element.contains(target));
    // Tab may lead out of a grid, which only the browser can do.
    const isLeaving = event.key === 'Tab' && this.awaited === 'grid';
    if (isElsewhere || isLeaving || !isForPage(event) || !this.isPressed(event)) return;
    this.keys.push(event);
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Whether a key is the page's, not the browser's. A paste comes as an event of its own. */
function isForPage(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (isComposing || MODIFIERS.has(key) || (/^F\d/.test(key) && key !== 'F2')) return false;
  return !(ctrlKey || metaKey) || altKey || key.length > 1 || PAGE_LETTERS.test(commandKey(event));
}

function hasCellFocus(grid: HTMLElement): boolean {
  const { activeElement } = document;
  return activeElement !== null && grid.contains(activeElement) && activeElement.closest('.ag-cell') !== null;
}

function initOf(event: KeyboardEvent): KeyboardEventInit {
  const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
  const modifierAltGraph = event.getModifierState('AltGraph');
  return { key, code, shiftKey, ctrlKey, altKey, metaKey, modifierAltGraph, bubbles: true, cancelable: true };
}

function pasteOf(text: string): ClipboardEvent {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
}
