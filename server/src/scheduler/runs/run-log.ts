import type { JobLogLine } from '#libs/api';
import { shortened } from '#libs/markup';

const MAX_LINES = 2000;
/** Lines that are kept of the beginning, and as many of the end. */
const MAX_EACH = MAX_LINES / 2;
const MAX_CHARS = 2000;

/** What a run says while it runs. Of a run that says too much the beginning and the end are kept. */
export class RunLog {
  private readonly first: JobLogLine[] = [];
  private readonly last: JobLogLine[] = [];
  private left = 0;

  constructor(private readonly isoNow: () => string) {}

  /** Adds the lines of a text that are not blank. A text of millions of lines costs their counting only. */
  add(text: string, level: JobLogLine['level'] = 'info'): void {
    let start = 0;
    while (start <= text.length && this.first.length < MAX_EACH) start = this.addLine(text, start, level);
    const end = startOfLast(text, start);
    this.left += countLines(text, start, end);
    start = end;
    while (start <= text.length) start = this.addLine(text, start, level);
  }

  lines(): JobLogLine[] {
    const at = this.last[0]?.at ?? this.isoNow();
    const gap: JobLogLine = { at, level: 'warn', text: `… ${this.left} lines are left out …` };
    return [...this.first, ...(this.left > 0 ? [gap] : []), ...this.last];
  }

  /** Adds the line that begins at an offset; returns where the next one begins. */
  private addLine(text: string, start: number, level: JobLogLine['level']): number {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = shortened(text.slice(start, Math.min(end, start + MAX_CHARS + 2)).replace(/\r$/, ''), MAX_CHARS);
    if (line.trim() !== '') this.push({ at: this.isoNow(), level, text: line });
    return end + 1;
  }

  private push(line: JobLogLine): void {
    if (this.first.length < MAX_EACH) {
      this.first.push(line);
      return;
    }
    this.last.push(line);
    if (this.last.length <= MAX_EACH) return;
    this.last.shift();
    this.left += 1;
  }
}

/** Where the last lines of a text begin that may be kept; not before `start`. */
function startOfLast(text: string, start: number): number {
  let at = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let line = 0; line < MAX_EACH && at > start; line += 1) at = text.lastIndexOf('\n', at - 1);
  return Math.max(start, at + 1);
}

function countLines(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
