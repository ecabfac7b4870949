import { textSource } from './text-source.js';

/** The engine reads no longer lines, and takes a minute to say so of a line of 100 MB. More than a chunk has. */
const MAX_LINE_BYTES = 2_000_000;
/** Each column takes some 200 kB while a file is opened. */
const MAX_COLUMNS = 16_000;
/** What the engine looks at before it reads rows. */
const SCANNED_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Comma, semicolon, tab, vertical bar. */
const SEPARATORS = [0x2c, 0x3b, 0x09, 0x7c];

/**
 * Throws a sentence where the beginning of a CSV file in UTF-8 has a line that is too long, or its first line more
 * values than the engine has memory for.
 */
export async function checkLines(path: string, signal?: AbortSignal): Promise<void> {
  let scannedBytes = 0;
  let lineBytes = 0;
  const firstLine = new FirstLine();
  for await (const chunk of textSource(path, signal)) {
    const first = firstLineEnd(chunk, 0);
    lineBytes += first;
    if (lineBytes > MAX_LINE_BYTES) throw new Error('it has a line of more than 2 MB.');
    if (firstLine.add(chunk) >= MAX_COLUMNS) throw new Error('it has more than 16,000 columns.');
    // All lines between two ends in one chunk are short enough.
    if (first < chunk.length) lineBytes = chunk.length - 1 - lastLineEnd(chunk);
    scannedBytes += chunk.length;
    if (scannedBytes >= SCANNED_BYTES) return;
  }
}

/** Counts the separators of the first line that is not empty. */
class FirstLine {
  private readonly counts = SEPARATORS.map(() => 0);
  private length = 0;
  private isOver = false;

  /** Returns the most that one separator has been found. */
  add(chunk: Buffer): number {
    for (let start = 0; !this.isOver && start < chunk.length;) {
      const end = firstLineEnd(chunk, start);
      const part = chunk.subarray(start, end);
      this.length += part.length;
      SEPARATORS.forEach(
        (separator, index) => (this.counts[index] = (this.counts[index] ?? 0) + count(part, separator)),
      );
      this.isOver = end < chunk.length && this.length > 0;
      start = end + 1;
    }
    return Math.max(...this.counts);
  }
}

function count(part: Buffer, byte: number): number {
  let found = 0;
  for (let at = part.indexOf(byte); at !== -1; at = part.indexOf(byte, at + 1)) found += 1;
  return found;
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
