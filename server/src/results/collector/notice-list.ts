import type { Notice } from '#libs/api';
import type { MemoryBudget } from './memory-budget.js';

/** Notices beyond this are counted, not kept: a loop that raises a million of them is no reason to run out of memory. */
const MAX_NOTICES = 1000;
/** The same for their characters: few long ones are as much. */
const MAX_CHARS = 1024 * 1024;
/** What a notice takes besides its texts. */
const NOTICE_CHARS = 60;

/** What a result with such dates is shown with. */
export const OWN_DATES: Notice = {
  ...{ severity: 'NOTICE', sqlstate: null, detail: null },
  message: 'DateStyle was changed in this session: dates and timestamps are sorted, filtered and summed up as text.',
  hint: 'RESET DateStyle, and run the statement again.',
};

/** The notices of one statement, as far as there is room for them. */
export class NoticeList {
  private readonly kept: Notice[] = [];
  private chars = 0;
  private dropped = 0;

  constructor(private readonly budget: MemoryBudget) {}

  add(notice: Notice): void {
    if (this.dropped === 0 && this.hasRoomFor(charsOf(notice))) this.kept.push(notice);
    else this.dropped += 1;
  }

  /** The notices as they are shown; the last one counts those that were not kept. */
  shown(): Notice[] {
    if (this.dropped === 0) return this.kept;
    const message = this.dropped === 1 ? '1 more notice is not shown' : `${this.dropped} more notices are not shown`;
    return [...this.kept, { severity: 'NOTICE', message, sqlstate: null, detail: null, hint: null }];
  }

  private hasRoomFor(chars: number): boolean {
    if (this.kept.length >= MAX_NOTICES || this.chars + chars > MAX_CHARS) return false;
    if (!this.budget.takeNotice(chars)) return false;
    this.chars += chars;
    return true;
  }
}

function charsOf({ severity, message, detail, hint }: Notice): number {
  return NOTICE_CHARS + severity.length + message.length + (detail?.length ?? 0) + (hint?.length ?? 0);
}
