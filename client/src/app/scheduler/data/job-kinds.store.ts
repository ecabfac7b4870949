import { computed, inject, Service, signal } from '@angular/core';
import type { JobKindInfo, JobKindName } from '#libs/api';
import { iconNamed } from '../../shared/ui/icon/icon-named';
import type { IconName } from '../../shared/ui/icon/icon';
import { JobsApi } from './jobs-api';

/** What the kinds of jobs are called and take, read once. */
@Service()
export class JobKindsStore {
  private readonly api = inject(JobsApi);
  private readonly known = signal<readonly JobKindInfo[]>([]);
  private readonly byName = computed(() => new Map(this.known().map((info) => [info.kind, info])));

  /** All kinds, in the order in which they are offered; empty until they are read. */
  readonly kinds = this.known.asReadonly();

  private readonly settled = signal(false);
  /** Whether they were read, or could not be. */
  readonly isSettled = this.settled.asReadonly();

  constructor() {
    // Without them lists show the names that the API has.
    this.load()
      .catch(() => undefined)
      .finally(() => this.settled.set(true));
  }

  /** Rejects with an ApiProblem. */
  async load(): Promise<readonly JobKindInfo[]> {
    if (this.known().length === 0) this.known.set(await this.api.kinds());
    return this.known();
  }

  label(kind: JobKindName): string {
    return this.byName().get(kind)?.label ?? kind;
  }

  /** The fields of a kind's form; none until they are read. */
  fields(kind: JobKindName): JobKindInfo['fields'] {
    return this.byName().get(kind)?.fields ?? [];
  }

  icon(kind: JobKindName): IconName {
    return iconNamed(this.byName().get(kind)?.icon, 'calendar-clock');
  }
}
