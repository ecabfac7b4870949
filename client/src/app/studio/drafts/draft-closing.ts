import type { KeyedMutex } from '#libs/async';
import { hasMark } from '#libs/drafts';
import { ApiProblem } from '../../shared/http/api-problem';
import type { DraftRecord, DraftRecords } from './draft-records';
import type { DraftsApi } from './drafts-api';
import { hasOtherEdits } from './tab-draft';

/** Closes tabs on the server that were closed in this browser; an offline close is noted and sent later. */
export class DraftClosing {
  constructor(
    private readonly records: DraftRecords,
    private readonly api: DraftsApi,
    private readonly work: KeyedMutex,
    private readonly isOpen: (id: string) => boolean,
  ) {}

  close(id: string): void {
    const noted = this.records.read(id);
    if (noted) this.records.write(id, { ...noted, isClosed: true });
    void this.work.runExclusive(id, () => this.closeNow(id));
  }

  private async closeNow(id: string): Promise<void> {
    const record = this.records.read(id);
    if (!record || this.isOpen(id)) return;
    try {
      await this.api.close(id, record.version);
      this.records.remove(id);
    } catch (error) {
      const { code } = ApiProblem.from(error);
      if (code === 'changed-meanwhile') await this.closeNewer(id, record);
    }
  }

  /** Another browser has written since: if it neither typed nor staged anything, the tab closes all the same. */
  private async closeNewer(id: string, record: DraftRecord): Promise<void> {
    try {
      const theirs = await this.api.get(id);
      if (hasMark(theirs.sql, record.mark) && !hasOtherEdits(theirs, record)) await this.api.close(id, theirs.version);
    } catch {
      // It stays open there, which loses nothing.
    }
    this.records.remove(id);
  }
}
