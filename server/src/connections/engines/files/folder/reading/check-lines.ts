import { MAX_COLUMNS, TOO_WIDE } from './csv-dialect.js';
import { textSource } from './text-source.js';

/** The engine reads no longer lines, and takes a minute to say so of a line of 100 MB. More than a chunk has. */
const MAX_LINE_BYTES = 2_000_000;
/** What the engine looks at before it reads rows. */
const SCANNED_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
/** Comma, semicolon, tab, vertical bar. */
const SEPARATORS = [0x2c, 0x3b, 0x09, 0x7c];

/**
 * Throws a sentence where the beginning of a CSV file in UTF-8 has a line that is too long, or its first line, with one
 * separator and no other, more values than the engine has memory for. Which separator of several counts the engine
 * decides.
 */
export async function checkLines(path: string, signal?: AbortSignal): Promise<void> {
  let scannedBytes = 0;
  let lineBytes = 0;
  const firstLine = new FirstLine();
  for await (const chunk of textSource(path, signal)) {
    const first = firstLineEnd(chunk, 0);
    lineBytes += first;
    if (lineBytes > MAX_LINE_BYTES) throw new Error('it has a line of more than 2 MB.');
    firstLine.add(chunk);
    if (firstLine.separators >= MAX_COLUMNS) throw new Error(TOO_WIDE);
    // All lines between two ends in one chunk are short enough.
    if (first < chunk.length) lineBytes = chunk.length - 1 - lastLineEnd(chunk);
    scannedBytes += chunk.length;
    if (scannedBytes >= SCANNED_BYTES) return;
  }
}

/** Counts the separators outside of quotes in the first line that is not empty. */
class FirstLine {
  private readonly counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  private length = 0;
  private isQuoted = false;
  private isOver = false;

  add(chunk: Buffer): void {
    for (let start = 0; !this.isOver && start < chunk.length;) {
      const end = firstLineEnd(chunk, start);
      for (const byte of chunk.subarray(start, end)) this.count(byte);
      this.length += end - start;
      this.isOver = end < chunk.length && this.length > 0;
      start = end + 1;
    }
  }

  /** How many there are of the only kind; 0 where there are several kinds. */
  get separators(): number {
    const found = [...this.counts.values()].filter((count) => count > 0);
    return found.length === 1 ? (found[0] ?? 0) : 0;
  }

  private count(byte: number): void {
    if (byte === QUOTE) this.isQuoted = !this.isQuoted;
    const count = this.isQuoted ? undefined : this.counts.get(byte);
    if (count !== undefined) this.counts.set(byte, count + 1);
  }
}

/** The length of the chunk where no line ends. */
function firstLineEnd(chunk: Buffer, start: number): number {
  const feed = chunk.indexOf(LINE_FEED, start);
  const within = feed === -1 ? chunk : chunk.subarray(0, feed);
  const carriageReturn = within.indexOf(CARRIAGE_RETURN, start);
  return carriageReturn === -1 ? within.length : carriageReturn;
}

function lastLineEnd(chunk: Buffer): number {
  return Math.max(chunk.lastIndexOf(LINE_FEED), chunk.lastIndexOf(CARRIAGE_RETURN));
}
