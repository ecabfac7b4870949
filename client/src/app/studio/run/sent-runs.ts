import { inject, Service } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { readItem, writeItem } from '../../shared/storage/browser-storage';
import { isString, parseStored } from '../../shared/storage/stored-signal';

const KEY = 'dw.studio.sent.';

/** The workbench keeps a result that nothing reads for a day; a window that is opened again may be older. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/** A run that was sent from a tab and whose answer has not arrived. */
export interface SentRun {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly sentAtMs: number;
  /** Where the sent text began in the tab's text. */
  readonly offset: number;
  /** The mark of the tab's whole text. */
  readonly mark: string;
}

/** The runs of this window's tabs that were sent and not answered. A reload finds them by the name of their request. */
@Service()
export class SentRuns {
  private readonly key = inject(Identity).personalKey(KEY);

  of(tabId: string): SentRun | null {
    const sent = parseStored<SentRun | null>(readItem(this.key + tabId, 'session'), null, isSentRun);
    return sent && Date.now() - sent.sentAtMs < KEEP_MS ? sent : null;
  }

  add(tabId: string, sent: SentRun): void {
    writeItem(this.key + tabId, JSON.stringify(sent), 'session');
  }

  /** The answer of a request is there, or will never come. */
  remove(tabId: string, requestId: string): void {
    if (this.of(tabId)?.requestId === requestId) writeItem(this.key + tabId, null, 'session');
  }
}

function isSentRun(value: unknown): value is SentRun {
  if (typeof value !== 'object' || value === null) return false;
  const { requestId, sentAtMs, offset, mark } = value as Partial<Record<keyof SentRun, unknown>>;
  return isString(requestId) && isString(mark) && typeof sentAtMs === 'number' && typeof offset === 'number';
}
