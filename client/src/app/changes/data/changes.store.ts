import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { debounceTime } from 'rxjs';
import type { ChangePerson, ChangeSetDetails } from '#libs/api';
import { LiveEvents } from '../../shared/http/live-events';
import { Loaded } from '../../shared/http/loaded';
import { isFound, NO_FILTER } from './change-filter';
import type { ChangeFilter } from './change-filter';
import { ChangesApi } from '../../shared/changes/data/changes-api';
import { OpenChange } from '../../shared/changes/data/open-change';

/** Bursts of events are one reading. */
const GATHER_MS = 150;

/** The change sets in sight and the one that is open, kept true by live events. */
@Service({ autoProvided: false })
export class ChangesStore {
  private readonly api = inject(ChangesApi);
  private readonly events = inject(LiveEvents);
  private readonly current = signal<OpenChange | null>(null);
  private readonly known = signal<ReadonlyMap<string, ChangePerson>>(new Map());
  private readonly filter = signal<ChangeFilter>(NO_FILTER);

  readonly list = new Loaded(() => this.read());
  readonly open = this.current.asReadonly();
  /** Those whose change sets have been in sight, by name. */
  readonly authors = computed(() => [...this.known().values()].sort((a, b) => a.name.localeCompare(b.name)));
  readonly found = computed(() => {
    const { search } = this.filter();
    return (this.list.value()?.items ?? []).filter((change) => isFound(change, search));
  });

  constructor() {
    this.events
      .on('change.changed')
      .pipe(debounceTime(GATHER_MS), takeUntilDestroyed())
      .subscribe(() => void this.reload());
    effect(() => {
      if (this.events.isConnected()) untracked(() => void this.reload());
    });
  }

  /** Reads the change sets that a filter finds; a search is among those that are read. */
  async show(filter: ChangeFilter): Promise<void> {
    const former = this.filter();
    this.filter.set(filter);
    const isSame = JSON.stringify({ ...former, search: '' }) === JSON.stringify({ ...filter, search: '' });
    if (!isSame || this.list.state() !== 'ready') await this.list.load();
  }

  /** Adds the page behind those in sight. */
  async more(): Promise<void> {
    const cursor = this.list.value()?.next_cursor ?? null;
    if (cursor === null) return;
    const page = await this.api.list(this.filter(), cursor);
    this.remember(page.items.map(({ author }) => author));
    this.list.update((known) => ({ ...page, items: [...known.items, ...page.items] }));
  }

  /** Opens a change set; null closes it. */
  openChange(id: string | null): void {
    if ((this.current()?.id ?? null) === id) return;
    this.current.set(id === null ? null : new OpenChange(this.api, id));
    void this.current()?.load();
  }

  /** Shows what an action has answered. */
  async take(change: ChangeSetDetails): Promise<void> {
    const open = this.current();
    await Promise.all([this.list.load(), open?.id === change.id ? open.take(change) : null]);
  }

  async reload(): Promise<void> {
    await Promise.all([this.list.load(), this.current()?.load()]);
  }

  private async read(): ReturnType<ChangesApi['list']> {
    const list = await this.api.list(this.filter());
    this.remember(list.items.map(({ author }) => author));
    return list;
  }

  private remember(people: readonly ChangePerson[]): void {
    this.known.update((known) => new Map([...known, ...people.map((person) => [person.id, person] as const)]));
  }
}
