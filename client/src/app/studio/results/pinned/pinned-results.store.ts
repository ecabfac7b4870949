import { effect, inject, Service, signal, untracked } from '@angular/core';
import { MAX_PINNED_RESULTS, nextResultName, typedResultName } from '#libs/results';
import type { PinnedResult } from '#libs/results';
import type { StatementResult } from '#libs/api';
import { newId } from '../../../shared/ids/new-id';
import type { TabRun } from '../../run/run-state';
import { RunsStore } from '../../run/runs.store';
import { TabsStore } from '../../tabs/tabs.store';
import { PinnedList } from './pinned-list';
import { pinnedRun } from './pinned-run';

/** What a tab shows of its pinned results: which one, and whether it stands beside the latest. */
interface Front {
  readonly id: string;
  readonly isBeside: boolean;
}

/** The results that tabs keep beside later ones. Their rows stay on the server until they are unpinned. */
@Service()
export class PinnedResultsStore {
  private readonly list = inject(PinnedList);
  private readonly runs = inject(RunsStore);
  private readonly tabs = inject(TabsStore);
  private readonly fronts = signal<ReadonlyMap<string, Front>>(new Map());

  constructor() {
    effect(() => {
      const closed = this.tabs.closed();
      untracked(() => closed.forEach((tabId) => this.of(tabId).forEach(({ id }) => this.unpin(tabId, id))));
    });
  }

  of(tabId: string): readonly PinnedResult[] {
    return this.list.of(tabId);
  }

  /** The pinned result that is in sight; null where it is the latest one alone. */
  front(tabId: string): PinnedResult | null {
    const id = this.fronts().get(tabId)?.id;
    return this.of(tabId).find((pin) => pin.id === id) ?? null;
  }

  /** Whether the pinned result in sight stands beside the latest. */
  isBeside(tabId: string): boolean {
    return this.front(tabId) !== null && this.fronts().get(tabId)?.isBeside === true;
  }

  canPin(tabId: string): boolean {
    return this.of(tabId).length < MAX_PINNED_RESULTS;
  }

  /** Keeps the result of a statement; the latest result stays in sight. */
  pin(tabId: string, run: TabRun, statement: StatementResult): void {
    if (!run.run || !this.canPin(tabId)) return;
    const pins = this.of(tabId);
    const name = nextResultName(pins.map((pin) => pin.name));
    const pin = { id: newId(), name, runId: run.run.id, statement: statement.index };
    this.list.set(tabId, [...pins, pin]);
    this.runs.keep(pin.id, pinnedRun(run, statement));
  }

  /** Lets go of a result; its rows go unless they are still in sight elsewhere. */
  unpin(tabId: string, id: string): void {
    const pin = this.of(tabId).find((one) => one.id === id);
    if (pin === undefined) return;
    this.list.set(
      tabId,
      this.of(tabId).filter((one) => one !== pin),
    );
    this.runs.letGo(pin.id, pin.runId);
  }

  /** Gives a result another name; an empty one changes nothing. */
  rename(tabId: string, id: string, text: string): void {
    const name = typedResultName(text);
    if (name === null) return;
    this.list.set(
      tabId,
      this.of(tabId).map((pin) => (pin.id === id ? { ...pin, name } : pin)),
    );
  }

  /** Shows a pinned result; null shows the latest one. */
  show(tabId: string, id: string | null): void {
    const isBeside = this.isBeside(tabId);
    this.setFront(tabId, id === null ? null : { id, isBeside });
  }

  /** Puts the pinned result in sight beside the latest, or in its place. */
  toggleBeside(tabId: string): void {
    const front = this.fronts().get(tabId);
    if (front !== undefined) this.setFront(tabId, { ...front, isBeside: !front.isBeside });
  }

  private setFront(tabId: string, front: Front | null): void {
    const others = [...this.fronts()].filter(([id]) => id !== tabId);
    this.fronts.set(new Map(front === null ? others : [...others, [tabId, front]]));
  }
}
