import { cellsInLine, certainPart, matchFinder, matchPattern } from '#libs/results';
import type { FindText } from '#libs/results';
import type { ResultSpool } from '../spool/result-spool.js';
import { LINES_BYTES } from '../spool/spool-lines.js';
import { MatchSet } from './match-set.js';
import { SpoolScan } from './spool-scan.js';

/** Looking for bytes is ten times as fast as looking at rows: while none are found, more are read in one turn. */
const MOST_BYTES = 1024 * 1024;

/** The cells of a spool that contain a text. */
export class FindScan extends SpoolScan {
  /** Those of the rows that are decided. */
  readonly found = new MatchSet();
  private readonly pattern: RegExp;
  private readonly placesIn: ReturnType<typeof matchFinder>;
  /** What bytes with a match contain; null where that is not known. */
  private readonly part: Buffer | null;

  constructor(
    private readonly spool: ResultSpool,
    find: FindText,
  ) {
    super(() => spool.readableRows);
    this.pattern = matchPattern(find);
    this.placesIn = matchFinder(find);
    const part = certainPart(find);
    this.part = part === null ? null : Buffer.from(part);
  }

  protected async decide(signal: AbortSignal): Promise<void> {
    let pieceBytes = LINES_BYTES;
    for await (const { bytes, firstRow, endRow } of this.spool.lines(this.decided, () => pieceBytes)) {
      signal.throwIfAborted();
      // Most bytes have no match of a rare text: looking into them as they are is faster than making them a text.
      const isWorthLook = this.part === null || bytes.includes(this.part);
      if (isWorthLook) this.look(bytes.toString(), firstRow);
      pieceBytes = isWorthLook ? LINES_BYTES : Math.min(MOST_BYTES, pieceBytes * 2);
      this.decided = endRow;
      this.progressed();
    }
  }

  /** Only rows whose JSON contains the text are taken apart. */
  private look(text: string, firstRow: number): void {
    const { pattern } = this;
    let row = firstRow;
    let from = 0;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      let end = text.indexOf('\n', from);
      for (; end < match.index; end = text.indexOf('\n', from)) {
        from = end + 1;
        row += 1;
      }
      for (const column of this.placesIn(cellsInLine(text.slice(from, end)))) this.found.add(row, column);
      from = end + 1;
      row += 1;
      pattern.lastIndex = from;
    }
  }
}
