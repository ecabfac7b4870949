import type { JobLogLine } from '#libs/api';
import { shortened } from '#libs/markup';

const MAX_LINES = 2000;
const MAX_CHARS = 2000;

/** What a run says while it runs. Of a run that says too much the beginning and the end are kept. */
export class RunLog {
  private readonly first: JobLogLine[] = [];
  private readonly last: JobLogLine[] = [];
  private left = 0;

  constructor(private readonly isoNow: () => string) {}

  add(text: string, level: JobLogLine['level'] = 'info'): void {
    for (const line of text.split(/\r?\n/)) {
      if (line.trim() === '') continue;
      const cut = shortened(line, MAX_CHARS);
      this.push({ at: this.isoNow(), level, text: cut });
    }
  }

  lines(): JobLogLine[] {
    const at = this.last[0]?.at ?? this.isoNow();
    const gap: JobLogLine = { at, level: 'warn', text: `… ${this.left} lines are left out …` };
    return [...this.first, ...(this.left > 0 ? [gap] : []), ...this.last];
  }

  private push(line: JobLogLine): void {
    if (this.first.length < MAX_LINES / 2) {
      this.first.push(line);
      return;
    }
    this.last.push(line);
    if (this.last.length <= MAX_LINES / 2) return;
    this.last.shift();
    this.left += 1;
  }
}
