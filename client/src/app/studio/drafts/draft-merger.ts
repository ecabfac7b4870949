import type { Draft } from '#libs/api';
import { mergeDraft } from '#libs/drafts';
import type { DraftStep } from '#libs/drafts';
import type { OlderCopies } from '../tabs/older-copies';
import type { StudioTab } from '../tabs/studio-tab';
import type { TabsStore } from '../tabs/tabs.store';
import type { DraftDisputes } from './draft-disputes';
import type { DraftRecords } from './draft-records';
import type { SendOptions } from './draft-sender';
import type { DraftTimers } from './draft-timers';
import { noteAgreed } from './note-agreed';
import {
  changeOf,
  isRunWorthSending,
  labelChangeOf,
  localDraftOf,
  recordOf,
  remoteDraftOf,
  runChangeOf,
} from './tab-draft';

/** What a `DraftMerger` reads and writes. */
export interface DraftMergerDeps {
  readonly tabs: TabsStore;
  readonly older: OlderCopies;
  readonly records: DraftRecords;
  readonly timers: DraftTimers;
  readonly disputes: DraftDisputes;
  readonly send: (id: string, options?: SendOptions) => void;
}

/** Merges an open tab with the server's copy of it: takes that copy, sends its own, closes, or begins a dispute. */
export class DraftMerger {
  constructor(private readonly deps: DraftMergerDeps) {}

  /** Merges a tab with the server's draft. Without a draft, `isClosed` says that another browser has closed the tab. */
  merge({ id }: StudioTab, draft: Draft | undefined, isClosed: boolean): void {
    const { tabs, records, older } = this.deps;
    tabs.takeTyped();
    const tab = tabs.find(id);
    if (!tab) return;
    const record = records.read(id);
    const local = localDraftOf(tab, record, older.of(tab, record));
    const step = mergeDraft(local, remoteDraftOf(draft, isClosed), records.writer);
    if (step.kind === 'nothing') older.noteSame(id);
    else if (step.kind !== 'ask') older.settle(id);
    if (!draft) this.mergeMissing(id, step, isClosed);
    else {
      const run = runChangeOf(draft, tab);
      if (run) tabs.take(id, run);
      const labels = step.kind === 'send' ? labelChangeOf(draft, tab, record) : null;
      if (labels) tabs.take(id, labels);
      this.mergeOpen(id, step, draft, run !== null);
      this.sendRun(id);
    }
  }

  /** Puts the server's text into the tab. */
  take(id: string, draft: Draft): void {
    const { tabs, disputes } = this.deps;
    tabs.take(id, changeOf(draft, tabs.find(id) ?? {}));
    disputes.settle(id);
    this.agree(id, draft);
  }

  /** Notes that both sides have the draft. */
  private agree(id: string, draft: Draft): void {
    const { tabs } = this.deps;
    const isUnkept = tabs.isUnkept(id);
    const hasText = tabs.find(id)?.sql === draft.sql;
    noteAgreed(this.deps, id, recordOf(draft, draft.version), { isUnkept, hasText });
  }

  private mergeMissing(id: string, step: DraftStep, isClosed: boolean): void {
    const { tabs, records, send } = this.deps;
    if (step.kind === 'close') tabs.close(id);
    if (step.kind !== 'send') return;
    // The server opens a closed tab again only where it is sent as a new one.
    if (isClosed) records.remove(id);
    send(id, { isLost: true });
  }

  private mergeOpen(id: string, step: DraftStep, draft: Draft, hasNewRun: boolean): void {
    const { disputes, send } = this.deps;
    const isAgreed = step.kind === 'send' || step.kind === 'agree' || (step.kind === 'nothing' && hasNewRun);
    if (isAgreed) this.agree(id, draft);
    if (step.kind === 'send') send(id);
    else if (step.kind === 'take') this.take(id, draft);
    else if (step.kind === 'ask') disputes.begin(id, draft);
  }

  /** The server has an older run of a tab than this browser. */
  private sendRun(id: string): void {
    const { tabs, records, timers, disputes } = this.deps;
    const [tab, record] = [tabs.find(id), records.read(id)];
    if (tab && (disputes.has(id) || (record && isRunWorthSending(tab, record)))) timers.start(id);
  }
}
