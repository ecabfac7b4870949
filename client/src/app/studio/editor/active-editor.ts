import { Service, signal } from '@angular/core';
import type { TextRange } from './text-stretch';

/** What the rest of the studio asks of the editor on screen. */
export interface EditorHandle {
  /** The whole text. */
  readonly wholeText: () => TextRange;
  /** The selection, or else the whole text. */
  readonly usualText: () => TextRange;
  /** The selection, or the statement at the cursor; null where there is neither. */
  readonly chosenText: () => TextRange | null;
  /** The statement at the cursor, whatever is selected; null where there is none. */
  readonly statementText: () => TextRange | null;
  /** Puts a text at the cursor. */
  readonly insert: (text: string) => void;
  /** Puts a text in the place of the selection, or of the statement at the cursor. */
  readonly replaceChosen: (sql: string) => void;
  /** Lays out the selection, or everything, with the cursor at its character. */
  readonly format: () => Promise<void>;
  /** Lays out everything, whatever is selected. */
  readonly formatAll: () => Promise<void>;
  /** Moves the cursor to an offset of the text. */
  readonly goTo: (offset: number) => void;
  readonly focus: () => void;
  /** Closes the list of suggestions. */
  readonly closeList: () => void;
}

/** The editor of the studio's page. The page provides it; the editor attaches itself. */
@Service({ autoProvided: false })
export class ActiveEditor {
  private readonly handle = signal<EditorHandle | null>(null);
  private readonly settled = signal(false);

  /** Null before the editor is there. */
  readonly current = this.handle.asReadonly();
  /** True once the editor is loaded, or failed to load: the rest of the page follows. */
  readonly isSettled = this.settled.asReadonly();

  attach(handle: EditorHandle): void {
    this.handle.set(handle);
  }

  detach(handle: EditorHandle): void {
    if (this.handle() === handle) this.handle.set(null);
  }

  settle(): void {
    this.settled.set(true);
  }
}
