import { computed, effect, inject, Service, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { merge, throttleTime } from 'rxjs';
import type { ChangeSetList, JobList } from '#libs/api';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ApiClient } from '../shared/http/api-client';
import { LiveEvents } from '../shared/http/live-events';
import { Loaded } from '../shared/http/loaded';
import { SchemaMarks } from '../shared/schema-marks/schema-marks.store';

/** What an area has to report: open trouble, a change that is new, or work that goes on. */
export interface AreaBadge {
  readonly tone: 'danger' | 'warn' | 'accent';
  readonly words: string;
}

/** Many jobs report much; a pip may be a second late. */
const GATHER_MS = 1000;
/** More are counted as this many. */
const MAX_REVIEWS = 100;

/** The pips of the rail, kept true by the live stream. What cannot be read has none. */
@Service()
export class AreaBadges {
  private readonly client = inject(ApiClient);
  private readonly events = inject(LiveEvents);
  private readonly connections = inject(ConnectionsStore);
  private readonly marks = inject(SchemaMarks);
  private readonly jobs = new Loaded<JobList>(() => this.client.get('/api/scheduler/jobs', { query: { limit: 1 } }));

  private readonly reviews = new Loaded<ChangeSetList>(() =>
    this.client.get('/api/changes', { query: { for_me: true, limit: MAX_REVIEWS } }),
  );

  private readonly pips = computed(
    () =>
      new Map<string, AreaBadge | null>([
        ['/jobs', jobsBadge(this.jobs.value()?.counts)],
        ['/changes', changesBadge(this.reviews.value()?.items.length ?? 0)],
        ['/schema-watch', this.schemaPip()],
      ]),
  );

  constructor() {
    merge(this.events.on('scheduler.run_changed'), this.events.on('scheduler.job_changed'))
      .pipe(throttleTime(GATHER_MS, undefined, { leading: true, trailing: true }), takeUntilDestroyed())
      .subscribe(() => void this.jobs.load());
    this.events
      .on('change.changed')
      .pipe(throttleTime(GATHER_MS, undefined, { leading: true, trailing: true }), takeUntilDestroyed())
      .subscribe(() => void this.reviews.load());
    effect(() => {
      if (this.events.isConnected()) untracked(() => void Promise.all([this.jobs.load(), this.reviews.load()]));
    });
  }

  /** The pip of the area at a path; null where it has nothing to report. */
  of(path: string): AreaBadge | null {
    return this.pips().get(path) ?? null;
  }

  private schemaPip(): AreaBadge | null {
    const kinds = this.connections.connections().map(({ id }) => this.marks.ofConnection(id)?.kind);
    const broken = kinds.filter((kind) => kind === 'broken').length;
    if (broken > 0) return { tone: 'danger', words: counted(broken, 'contract violated', 'contracts violated') };
    return kinds.includes('changed') ? { tone: 'warn', words: 'changed in the last 7 days' } : null;
  }
}

/** Trouble is reported before work. */
export function jobsBadge(counts: JobList['counts'] | undefined): AreaBadge | null {
  if (counts === undefined) return null;
  if (counts.failing > 0) return { tone: 'danger', words: `${counts.failing} failing` };
  return counts.running > 0 ? { tone: 'accent', words: `${counts.running} running` } : null;
}

/** The change sets that wait for the approval of the person signed in. */
export function changesBadge(count: number): AreaBadge | null {
  return count === 0 ? null : { tone: 'accent', words: `${count} to review` };
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
