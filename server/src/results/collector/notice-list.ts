import type { Notice } from '#libs/api';

/** Notices beyond this are counted, not kept: a loop that raises a million of them is no reason to run out of memory. */
const MAX_NOTICES = 1000;

/** The notices of one statement, up to `MAX_NOTICES`. */
export class NoticeList {
  private readonly kept: Notice[] = [];
  private dropped = 0;

  add(notice: Notice): void {
    if (this.kept.length < MAX_NOTICES) this.kept.push(notice);
    else this.dropped += 1;
  }

  /** The notices as they are shown; the last one counts those that were not kept. */
  shown(): Notice[] {
    if (this.dropped === 0) return this.kept;
    const message = `${this.dropped} more notices are not shown`;
    return [...this.kept, { severity: 'NOTICE', message, sqlstate: null, detail: null, hint: null }];
  }
}
