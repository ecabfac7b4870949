import { Component, computed, effect, inject, untracked } from '@angular/core';
import { commandKey } from '../shared/keys/command-key';
import { KeepsFocus } from '../shared/keys/keeps-focus';
import { shownZoneName } from '../shared/time/time-display';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import type { Job, JobInput, JobKindName } from '#libs/api';
import { listenOnDocument } from '../shared/keys/listen-on-document';
import { BusyActions } from '../shared/http/busy-actions';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { PageRouter } from '../shared/navigation/page-router';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { BusyButton } from '../shared/ui/busy-button';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { MoreButton } from '../shared/ui/state/more-button';
import { Toasts } from '../shared/ui/toast/toasts';
import { LoadState } from '../shared/ui/state/load-state';
import { addressOf, countLimits, filterOf, JOB_STANDINGS, NO_FILTER } from './data/job-filter';
import type { JobFilter } from './data/job-filter';
import type { OpenJob } from './data/open-job';
import type { PastRun } from './data/week-calendar';
import { expectedOf } from './data/job-draft';
import { JobKindsStore } from './data/job-kinds.store';
import { STANDING_NAMES } from './data/job-words';
import { JobsApi } from './data/jobs-api';
import { JobsStore } from './data/jobs.store';
import { JobDialog } from './ui/job-dialog';
import type { JobDialogData } from './ui/job-dialog';
import { JobInspector } from './ui/job-inspector';
import type { JobAction } from './ui/job-inspector';
import { JobTable } from './ui/job-table';
import { RunInspector } from './ui/run-inspector';
import { UnavailableJob } from './ui/unavailable-job';
import { WeekTimeline } from './ui/week-timeline';

/** The jobs: what runs when, how it went, and what is to be done about it. */
@Component({
  selector: 'dw-jobs-page',
  imports: [
    ...[BusyButton, EmptyState, Icon, JobInspector, JobTable, KeepsFocus, LoadState, MoreButton],
    ...[RunInspector, UnavailableJob, WeekTimeline],
  ],
  providers: [JobsStore],
  templateUrl: './jobs-page.html',
  styleUrls: ['../shared/ui/list-page.css', './jobs-page.css'],
})
export class JobsPage {
  protected readonly store = inject(JobsStore);
  protected readonly actions = new BusyActions();
  protected readonly connections = inject(ConnectionsStore);
  private readonly api = inject(JobsApi);
  private readonly router = new PageRouter();
  private readonly route = inject(ActivatedRoute);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });

  protected readonly looks = inject(JobKindsStore);
  protected readonly standings = JOB_STANDINGS;
  protected readonly standingNames = STANDING_NAMES;
  protected get zone(): string {
    return shownZoneName();
  }
  private readonly kindNames = computed(() => this.looks.kinds().map(({ kind }) => kind));
  protected readonly filter = computed(() => filterOf((name) => this.query().get(name), this.kindNames()), {
    equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  protected readonly limits = computed(() => countLimits(this.filter()));
  protected readonly openId = computed(() => this.query().get('job'));
  /** The run in sight: of the open job, or by itself. */
  private readonly runId = computed(() => this.query().get('run'));
  protected readonly isTimeline = computed(() => this.query().get('view') === 'timeline');
  /** Where jobs are filtered, the runs of those that are found. */
  protected readonly ranToday = computed(() => {
    const runs = this.store.today.value() ?? [];
    const shown = new Set(this.jobs().map(({ id }) => id));
    return this.limits() === 0 ? runs : runs.filter(({ job_id: id }) => shown.has(id));
  });
  protected readonly jobs = this.store.list.items;
  protected readonly counts = computed(() => this.store.list.value()?.counts ?? null);
  protected readonly owners = computed(() => this.store.list.value()?.owners ?? []);
  protected readonly hasActive = computed(() => {
    const counts = this.counts();
    return counts !== null && counts.total > counts.paused;
  });

  constructor() {
    listenOnDocument('keydown', (event) => this.onKey(event));
    effect(() => {
      const filter = this.filter();
      // The server refuses a kind that there is not.
      if (filter.kind !== '' && !this.looks.isSettled()) return;
      untracked(() => void this.store.list.show(filter));
    });
    effect(() => {
      const isTimeline = this.isTimeline();
      untracked(() => this.store.followToday(isTimeline));
    });
    effect(() => {
      const [id, runId] = [this.openId(), this.runId()];
      untracked(() => this.store.show(id, runId));
    });
    effect(() => {
      const open = this.store.open();
      if (open?.job.problem()?.code === 'job-not-found') untracked(() => void this.showOutliving(open));
    });
    const asked = this.query().get('new');
    if (asked !== null) void this.create(asked, this.query().get('pipeline') ?? '');
  }

  protected limit(change: Partial<JobFilter>): void {
    this.put(addressOf({ ...this.filter(), ...change }));
  }

  protected clear(): void {
    this.put(addressOf(NO_FILTER));
  }

  protected show(id: string | null, runId: string | null = null): void {
    this.put({ job: id, run: runId });
  }

  protected showRun(runId: string): void {
    this.put({ run: runId });
  }

  protected showPast({ isGone, jobId, runId, count }: PastRun): void {
    this.show(isGone ? null : jobId, isGone || count === 1 ? runId : null);
  }

  /** The run of a one-time job stays in sight when its job is gone. */
  private async showOutliving(open: OpenJob): Promise<void> {
    const runId = await open.outlivingRun();
    if (runId !== null && this.store.open() === open) this.show(null, runId);
  }

  protected toggleTimeline(): void {
    this.put({ view: this.isTimeline() ? null : 'timeline' });
  }

  protected async create(kind: JobKindName = 'query', pipelineId = ''): Promise<void> {
    this.put({ new: null, pipeline: null });
    const settings = pipelineId === '' ? {} : { pipeline_id: pipelineId };
    await this.actions.run('create', () =>
      this.ask({ job: null, isCopy: false, kind }, settings, (chosen, input) => this.add(chosen, input)),
    );
  }

  protected async act(job: Job, action: JobAction): Promise<void> {
    if (action === 'close') this.show(null);
    else await this.actions.run(`${action} ${job.id}`, () => this.perform(job, action));
  }

  private async perform(job: Job, action: Exclude<JobAction, 'close'>): Promise<void> {
    if (action === 'edit') await this.edit(job);
    else if (action === 'duplicate') await this.duplicate(job);
    else if (action === 'remove') await this.remove(job);
    else await this.attempt(job.name, () => this.simple(job, action));
  }

  protected async cancelRun(name: string, runId: string): Promise<void> {
    await this.actions.run(`cancel ${runId}`, () =>
      this.attempt(name, async () => {
        await this.api.cancel(runId);
        await this.store.reload();
      }),
    );
  }

  protected async changeAll(isPaused: boolean): Promise<void> {
    await this.actions.run('change all', () => this.pauseOrResumeAll(isPaused));
  }

  private async pauseOrResumeAll(isPaused: boolean): Promise<void> {
    try {
      const changed = await this.api.changeAll(isPaused);
      this.toasts.show({
        tone: 'success',
        title: `${changed} ${changed === 1 ? 'job' : 'jobs'} ${isPaused ? 'paused' : 'resumed'}`,
      });
      await this.store.reload();
    } catch (error) {
      this.toasts.showFailure("Couldn't change the jobs", error);
    }
  }

  /** `N` makes a job, `/` searches; not while something is being typed. */
  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isTyping = target.closest('input, textarea, select, [contenteditable], .cdk-overlay-container') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (commandKey(event) === 'n') {
      event.preventDefault();
      void this.create();
    } else if (event.key === '/') {
      event.preventDefault();
      document.querySelector<HTMLElement>('dw-jobs-page input[type=search]')?.focus();
    }
  }

  private async simple(job: Job, action: 'run' | 'pause' | 'resume'): Promise<void> {
    if (action === 'run') {
      await this.api.run(job.id);
      this.put({ run: null });
    } else this.store.take(await (action === 'pause' ? this.api.pause(job.id) : this.api.resume(job.id)));
    await this.store.reload();
  }

  private async edit(job: Job): Promise<void> {
    await this.ask({ job, isCopy: false, kind: job.kind }, {}, async (_kind, _input, { trigger, ...change }) => {
      // Also without an edit: saved by its owner, a job loses the limits of the token that saved it before.
      this.showNotices(await this.api.change(job.id, { ...change, ...expectedOf(job, change) }));
      if (trigger) await this.api.changeTrigger(job.id, trigger);
      await this.store.reload();
    });
  }

  private async duplicate(job: Job): Promise<void> {
    await this.ask({ job, isCopy: true, kind: job.kind }, {}, (kind, input) => this.add(kind, input));
  }

  private async add(kind: JobKindName, input: JobInput): Promise<void> {
    const job = await this.api.create(kind, input);
    this.showNotices(job);
    await this.store.reload();
    this.show(job.id);
  }

  private async remove(job: Job): Promise<void> {
    const kept = job.kind === 'backup' ? ' Its backups are kept.' : '';
    const isSure = await this.dialogs.confirm({
      heading: `Delete ${job.name}?`,
      text: `The job, its runs and their output files are deleted.${kept}`,
      action: 'Delete job',
      isDangerous: true,
    });
    if (!isSure) return;
    await this.attempt(job.name, async () => {
      await this.api.remove(job.id);
      if (this.openId() === job.id) this.show(null);
      await this.store.reload();
    });
  }

  private async ask(
    data: Pick<JobDialogData, 'job' | 'isCopy' | 'kind'>,
    settings: Readonly<Record<string, unknown>>,
    save: JobDialogData['save'],
  ): Promise<void> {
    const kinds = await this.looks.load().catch((error: unknown) => {
      this.toasts.showFailure("Couldn't load the kinds of jobs", error);
      return null;
    });
    if (kinds?.some(({ kind }) => kind === data.kind) !== true) return;
    const connectionId = this.query().get('on') ?? this.connections.selectedId() ?? '';
    const start = { connectionId, settings };
    await this.dialogs.open<JobDialog, string, JobDialogData>(JobDialog, {
      ...{ data: { ...data, start, kinds, save }, width: 560, isForm: true },
    });
  }

  private async attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.toasts.showFailure(`${name} couldn't be changed`, error);
    }
  }

  private showNotices({ name, notices = [] }: Job): void {
    if (notices.length > 0) this.toasts.show({ tone: 'warn', title: `${name} is saved`, text: notices.join(' ') });
  }

  private put(queryParams: Record<string, string | null>): void {
    const options = { queryParams, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}
