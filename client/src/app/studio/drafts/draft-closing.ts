import type { KeyedMutex } from '#libs/async';
import { hasMark } from '#libs/drafts';
import { ApiProblem } from '../../shared/http/api-problem';
import type { DraftRecord, DraftRecords } from './draft-records';
import type { DraftsApi } from './drafts-api';
import { hasOtherEdits } from './tab-draft';

/** What a `DraftClosing` reads and writes. */
export interface DraftClosingDeps {
  readonly records: DraftRecords;
  readonly api: DraftsApi;
  /** By tab. */
  readonly work: KeyedMutex;
  readonly isOpen: (id: string) => boolean;
  /** Called when the server has closed a tab. */
  readonly onClosed: () => void;
}

/** Closes tabs on the server that were closed in this browser; an offline close is noted and sent later. */
export class DraftClosing {
  constructor(private readonly deps: DraftClosingDeps) {}

  close(id: string): void {
    const { records, work } = this.deps;
    const noted = records.read(id);
    if (noted) records.write(id, { ...noted, isClosed: true });
    void work.runExclusive(id, () => this.closeNow(id));
  }

  private async closeNow(id: string): Promise<void> {
    const { records, api, isOpen, onClosed } = this.deps;
    const record = records.read(id);
    if (!record || isOpen(id)) return;
    try {
      await api.close(id, record.version);
      records.remove(id);
      onClosed();
    } catch (error) {
      const { code } = ApiProblem.from(error);
      if (code === 'changed-meanwhile') await this.closeNewer(id, record);
    }
  }

  /** Another browser has written since: if it neither typed nor staged anything, the tab closes all the same. */
  private async closeNewer(id: string, record: DraftRecord): Promise<void> {
    const { records, api, onClosed } = this.deps;
    try {
      const theirs = await api.get(id);
      if (hasMark(theirs.sql, record.mark) && !hasOtherEdits(theirs, record)) {
        await api.close(id, theirs.version);
        onClosed();
      }
    } catch {
      // It stays open there, which loses nothing.
    }
    records.remove(id);
  }
}
