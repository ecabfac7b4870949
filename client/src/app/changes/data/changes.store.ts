import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { auditTime } from 'rxjs';
import type { ChangePerson, ChangeSetDetails, ChangeSetList } from '#libs/api';
import { LiveEvents } from '../../shared/http/live-events';
import { PagedList } from '../../shared/http/paged-list';
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

  /** The search is not part of the question: it is among the change sets that are read. */
  readonly list = new PagedList<ChangeSetList, ChangeFilter>(
    (filter, cursor) => this.read(filter, cursor),
    ({ id }) => id,
    NO_FILTER,
  );
  readonly open = this.current.asReadonly();
  /** Those whose change sets have been in sight, by name. */
  readonly authors = computed(() => [...this.known().values()].sort((a, b) => a.name.localeCompare(b.name)));
  readonly found = computed(() => {
    const { search } = this.filter();
    return this.list.items().filter((change) => isFound(change, search));
  });

  constructor() {
    this.events
      .on('change.changed')
      .pipe(auditTime(GATHER_MS), takeUntilDestroyed())
      .subscribe(() => void this.reload());
    effect(() => {
      if (this.events.isConnected()) untracked(() => void this.reload());
    });
  }

  /** Reads the change sets that a filter finds; a search is among those that are read. */
  async show(filter: ChangeFilter): Promise<void> {
    const former = { ...this.filter(), search: '' };
    const question = { ...filter, search: '' };
    this.filter.set(filter);
    const isSame = JSON.stringify(former) === JSON.stringify(question);
    if (!isSame || this.list.state() !== 'ready') await this.list.show(question);
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

  private async read(filter: ChangeFilter, cursor: string | null): Promise<ChangeSetList> {
    const list = await this.api.list(filter, cursor);
    this.remember(list.items.map(({ author }) => author));
    return list;
  }

  private remember(people: readonly ChangePerson[]): void {
    this.known.update((known) => new Map([...known, ...people.map((person) => [person.id, person] as const)]));
  }
}
