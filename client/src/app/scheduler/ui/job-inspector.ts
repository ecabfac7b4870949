import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, input, output, signal } from '@angular/core';
import type { Job } from '#libs/api';
import { nextRuns } from '#libs/triggers';
import { durationText } from '#libs/results';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ConnectionColour } from '../../shared/connections/ui/connection-colour';
import { Identity } from '../../shared/identity/identity';
import { RunState } from '../../shared/runs/ui/run-state';
import { Moment } from '../../shared/time/moment';
import { shownZoneName } from '../../shared/time/time-display';
import { weekdayTimeText } from '../../shared/time/time-text';
import { Badge } from '../../shared/ui/badge';
import { BusyButton } from '../../shared/ui/busy-button';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';
import { Segments } from '../../shared/ui/segments';
import { LoadState } from '../../shared/ui/state/load-state';
import type { LoadSource } from '../../shared/ui/state/load-state';
import { MoreButton } from '../../shared/ui/state/more-button';
import { JobKindsStore } from '../data/job-kinds.store';
import { median } from '../data/job-words';
import type { OpenJob } from '../data/open-job';
import { settingFacts } from '../data/setting-facts';
import { RunView } from './run-view';

export type JobAction = 'run' | 'pause' | 'resume' | 'edit' | 'duplicate' | 'remove' | 'close';
type Tab = 'run' | 'runs' | 'trigger' | 'settings';

const TABS = [
  { value: 'run', label: 'Run' },
  { value: 'runs', label: 'Runs' },
  { value: 'trigger', label: 'Trigger' },
  { value: 'settings', label: 'Settings' },
] as const;
const SHOWN_RUNS = 5;

/** Everything about one job: the run in sight, its runs, its trigger and its settings. */
@Component({
  selector: 'dw-job-inspector',
  imports: [
    ...[Badge, BusyButton, CdkMenu, CdkMenuItem, CdkMenuTrigger, ConnectionColour, Icon, IconButton, LoadState],
    ...[Moment, MoreButton, RunState, RunView, Segments],
  ],
  templateUrl: './job-inspector.html',
  styleUrl: './job-inspector.css',
})
export class JobInspector {
  readonly job = input.required<Job>();
  readonly open = input.required<OpenJob>();
  /** A run is being started. */
  readonly isStarting = input(false);
  readonly acted = output<JobAction>();
  readonly runCancelled = output<string>();
  readonly runShown = output<string>();

  private readonly connections = inject(ConnectionsStore);
  protected readonly identity = inject(Identity);
  protected readonly looks = inject(JobKindsStore);
  protected readonly tabs = TABS;
  protected readonly tab = signal<Tab>('run');
  protected get zone(): string {
    return shownZoneName();
  }
  /** The run in sight; which one is the newest is read with it. */
  protected readonly details = computed<LoadSource>(() => {
    const open = this.open();
    const { state, problem, isOutdated } = open.details;
    return { state, problem, isOutdated, load: () => open.load() };
  });
  protected readonly connection = computed(() => {
    const id = this.job().connection_id;
    return id === null ? null : this.connections.find(id);
  });
  protected readonly coming = computed(() => {
    const { next_run_at: next, trigger } = this.job();
    if (next === null) return [];
    const first = Date.parse(next);
    return [first, ...nextRuns(trigger, first, first, SHOWN_RUNS - 1)].map((at) => new Date(at));
  });
  protected readonly settings = computed(() => settingFacts(this.job().settings, this.looks.fields(this.job().kind)));
  protected readonly notifies = computed(() => {
    const { on_error: onError, on_success: onSuccess } = this.job().notify;
    if (onError && onSuccess) return 'On failure and success';
    if (onError) return 'On failure';
    return onSuccess ? 'On success' : 'Never';
  });
  protected readonly median = computed(() => {
    const middle = median(this.job().recent_runs.map((run) => run.duration_ms));
    return middle === null ? '' : `median ${durationText(middle)}`;
  });

  protected show(runId: string): void {
    this.tab.set('run');
    this.runShown.emit(runId);
  }

  protected readonly duration = durationText;

  protected fullText(at: Date): string {
    return weekdayTimeText(at);
  }
}
