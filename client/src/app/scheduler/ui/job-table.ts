import { Component, computed, inject, input, output } from '@angular/core';
import type { Job, JobProgress } from '#libs/api';
import { shownZoneName } from '../../shared/time/time-display';
import { triggerLabel } from '#libs/triggers';
import { durationText } from '#libs/results';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ConnectionColour } from '../../shared/connections/ui/connection-colour';
import { RunState } from '../../shared/runs/ui/run-state';
import { Moment } from '../../shared/time/moment';
import { Badge } from '../../shared/ui/badge';
import { Icon } from '../../shared/ui/icon/icon';
import { JobKindsStore } from '../data/job-kinds.store';
import { comingText, triggerNote } from '../data/job-words';
import { DurationBars } from './duration-bars';

/** Jobs, a row of two lines each; a row opens its job. */
@Component({
  selector: 'dw-job-table',
  imports: [Badge, ConnectionColour, DurationBars, Icon, Moment, RunState],
  templateUrl: './job-table.html',
  styleUrl: './job-table.css',
})
export class JobTable {
  readonly jobs = input.required<readonly Job[]>();
  readonly openId = input.required<string | null>();
  readonly progress = input.required<ReadonlyMap<string, JobProgress | null>>();
  /** Whether jobs of several people are in sight. */
  readonly showsOwners = input(false);
  readonly opened = output<string>();

  private readonly connections = inject(ConnectionsStore);
  protected readonly looks = inject(JobKindsStore);
  protected readonly rows = computed(() =>
    this.jobs().map((job) => ({
      job,
      connection: job.connection_id === null ? null : this.connections.find(job.connection_id),
      trigger: triggerLabel(job.trigger),
      note: triggerNote(job.trigger, shownZoneName()),
      next: job.next_run_at === null ? null : comingText(job.next_run_at, new Date()),
      last: job.last_run ? durationText(job.last_run.duration_ms ?? 0) : '',
      share: shareOf(this.progress().get(job.id) ?? job.last_run?.progress ?? null),
    })),
  );
}

/** How much of a run is done, in percent; null where it is unknown. */
function shareOf(progress: JobProgress | null): number | null {
  if (!progress?.total) return null;
  return Math.min(100, (progress.done / progress.total) * 100);
}
