import type { Draft } from '#libs/api';
import type { KeyedMutex } from '#libs/async';
import { isChanged, isEmpty } from '#libs/drafts';
import { ApiProblem } from '../../shared/http/api-problem';
import type { OlderCopies } from '../tabs/older-copies';
import type { StudioTab } from '../tabs/studio-tab';
import type { TabsStore } from '../tabs/tabs.store';
import type { DraftDisputes } from './draft-disputes';
import type { DraftRecord, DraftRecords } from './draft-records';
import type { DraftTimers } from './draft-timers';
import type { DraftsApi } from './drafts-api';
import { noteAgreed } from './note-agreed';
import { disputedInputOf, inputOf, isCursorWorthSending, isRunWorthSending, localDraftOf, recordOf } from './tab-draft';

/** A server that has trouble of its own is asked again after this time. */
const RETRY_AFTER_MS = 10_000;

/** How a tab is sent: on the page's way out, or although nothing was typed, because the server has lost it. */
export interface SendOptions {
  readonly isLeaving?: boolean;
  readonly isLost?: boolean;
}

/** What a `DraftSender` reads, writes and reports to. */
export interface DraftSenderDeps {
  readonly tabs: TabsStore;
  readonly older: OlderCopies;
  readonly api: DraftsApi;
  readonly records: DraftRecords;
  readonly timers: DraftTimers;
  /** By tab. */
  readonly work: KeyedMutex;
  readonly disputes: DraftDisputes;
  /** Called where another browser wrote the tab first; without `draft` where it closed the tab. */
  readonly onConflict: (tab: StudioTab, draft?: Draft) => void;
}

/** Writes tabs to the server, one write of a tab at a time, and retries or reports a write that failed. */
export class DraftSender {
  constructor(private readonly deps: DraftSenderDeps) {}

  /** Sends a tab after its earlier work, if the server does not have it yet; a failure is not thrown. */
  send(id: string, options: SendOptions = {}): Promise<void> {
    this.deps.timers.stop(id);
    return this.deps.work.runExclusive(id, () => this.sendNow(id, options));
  }

  private async sendNow(id: string, { isLeaving = false, isLost = false }: SendOptions): Promise<void> {
    const { tabs, older, api, records, disputes } = this.deps;
    const tab = tabs.find(id);
    const record = records.read(id);
    const theirs = disputes.otherText(id);
    if (tab && theirs) return this.sendDisputed(tab, theirs);
    if (!tab || (!isLost && !isWorthSending(tab, record))) return;
    // An older copy is merged with the newer text before anything of it is sent.
    if (older.of(tab, record) !== null) return this.readConflict(id);
    const isUnkept = tabs.isUnkept(id);
    const input = inputOf(tab, tabs.tabs().indexOf(tab), record?.version ?? 0, records.writer);
    try {
      const receipt = await api.put(id, input, isLeaving);
      const isStillUnkept = isUnkept && tabs.isUnkept(id);
      noteAgreed(this.deps, id, recordOf(input, receipt.version), { isUnkept: isStillUnkept, hasText: true });
      disputes.refuse(id, null);
    } catch (error) {
      await this.recover(id, ApiProblem.from(error));
    }
  }

  /** Run and staged edits are sent also while a person has yet to choose between two texts: edits may be applied by now. */
  private async sendDisputed(tab: StudioTab, theirs: Draft): Promise<void> {
    const { api, disputes } = this.deps;
    if (!isRunWorthSending(tab, recordOf(theirs, theirs.version))) return;
    const input = disputedInputOf(tab, theirs);
    try {
      const { version } = await api.put(tab.id, input, false);
      const { staged = theirs.staged } = input;
      disputes.begin(tab.id, { ...theirs, version, writer: null, last_run: input.last_run ?? null, staged });
    } catch (error) {
      await this.recover(tab.id, ApiProblem.from(error));
    }
  }

  private async recover(id: string, problem: ApiProblem): Promise<void> {
    const { timers, disputes } = this.deps;
    if (problem.code === 'network') return;
    if (problem.code === 'changed-meanwhile') await this.readConflict(id);
    else if (problem.status >= 500) timers.start(id, RETRY_AFTER_MS);
    else disputes.refuse(id, problem.detail);
  }

  /** Reads the draft that the server has of a tab and merges another version than the known one; null for none. */
  async read(id: string): Promise<Draft | null> {
    const { tabs, api, records, onConflict } = this.deps;
    try {
      const draft = await api.get(id);
      const tab = tabs.find(id);
      if (tab && records.read(id)?.version !== draft.version) onConflict(tab, draft);
      return draft;
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (problem.code === 'tab-not-found') return null;
      throw problem;
    }
  }

  /** Reads what the server has of a tab, to merge it. */
  async readConflict(id: string): Promise<void> {
    const { tabs, api, timers, onConflict } = this.deps;
    const draft = await api.get(id).catch((error: unknown) => ApiProblem.from(error));
    const tab = tabs.find(id);
    if (!tab) return;
    if (!(draft instanceof ApiProblem)) onConflict(tab, draft);
    else if (draft.code === 'tab-not-found') onConflict(tab);
    else if (draft.code !== 'network') timers.start(id);
  }
}

function isWorthSending(tab: StudioTab, record: DraftRecord | null): boolean {
  if (!record) return !isEmpty(localDraftOf(tab, null));
  const isElsewhere = isCursorWorthSending(tab, record) || isRunWorthSending(tab, record);
  return isElsewhere || isChanged(localDraftOf(tab, record));
}
