import { fileMark } from '../file-mark.js';

/** What a database file's engine answers while it is open; null while it is closed. */
type ReadOpened = (() => Promise<string>) | null;

/**
 * Counts the changes of the catalog in a DuckDB file. While the engine has the file open, no other process can change
 * it: the engine is asked when the file or its log was written. While the engine is closed, the file itself is watched.
 */
export class FileVersion {
  private mark: string | null = null;
  private catalog: string | null = null;
  private wasOpen = false;
  private changes = 0;

  /** `startedAt` keeps the counts of two connectors apart. */
  constructor(
    private readonly path: string,
    private readonly startedAt: number,
  ) {}

  async read(readOpened: ReadOpened): Promise<string> {
    const mark = await fileMark(this.path, '.wal');
    if (readOpened === null) this.noteClosed(mark);
    else if (!this.wasOpen || mark !== this.mark || mark === '') await this.noteOpen(mark, readOpened);
    return `${this.startedAt}-${this.changes}`;
  }

  private noteClosed(mark: string): void {
    // Closing writes the file: what it is then is what later states are compared with.
    if (!this.wasOpen && this.mark !== null && mark !== this.mark) {
      this.changes += 1;
      this.catalog = null;
    }
    this.mark = mark;
    this.wasOpen = false;
  }

  private async noteOpen(mark: string, readOpened: () => Promise<string>): Promise<void> {
    const catalog = await readOpened();
    if (this.catalog !== null && catalog !== this.catalog) this.changes += 1;
    this.catalog = catalog;
    this.mark = mark;
    this.wasOpen = true;
  }
}
