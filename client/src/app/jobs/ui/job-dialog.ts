import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Job, JobInput, JobKindName, PluginJobInfo } from '#libs/api';
import { JOB_KINDS } from '#libs/api';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { FormSending } from '../../shared/http/form-sending';
import { ApiProblem } from '../../shared/http/api-problem';
import { Identity } from '../../shared/identity/identity';
import { DialogFrame } from '../../shared/ui/dialog/dialog-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { CONNECTED, firstForm, formOf, inputOf, mistakesOf, RELATIONAL } from '../data/job-form';
import type { JobField, JobForm } from '../data/job-form';
import { ownZone } from '../../shared/time/time-display';
import { KIND_LOOKS } from '../data/job-words';
import { JobsApi } from '../data/jobs-api';
import { BackupFields } from './fields/backup-fields';
import { MaintenanceFields } from './fields/maintenance-fields';
import { PipelineFields } from './fields/pipeline-fields';
import { PluginFields } from './fields/plugin-fields';
import { QueryFields } from './fields/query-fields';
import { RunFields } from './fields/run-fields';
import { TriggerFields } from './fields/trigger-fields';

/** What the dialog begins with. */
export interface JobDialogData {
  /** The job that is edited, or that the new one is like. */
  readonly job: Job | null;
  readonly isCopy: boolean;
  readonly kind: JobKindName;
  readonly connectionId: string;
  readonly pipelineId: string;
  readonly save: (kind: JobKindName, input: JobInput) => Promise<void>;
}

/** Makes or changes a job: what it does, then when, which is asked alike for every kind. Closes with the job's name. */
@Component({
  selector: 'dw-job-dialog',
  imports: [
    ...[DialogFrame, Field, FieldControl, Icon],
    ...[BackupFields, MaintenanceFields, PipelineFields, PluginFields, QueryFields, RunFields, TriggerFields],
  ],
  templateUrl: './job-dialog.html',
  styleUrl: './job-dialog.css',
})
export class JobDialog {
  protected readonly data = inject<JobDialogData>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<string>>(DialogRef);
  private readonly connections = inject(ConnectionsStore);
  private readonly api = inject(JobsApi);
  private readonly identity = inject(Identity);

  protected readonly isEdit = this.data.job !== null && !this.data.isCopy;
  protected readonly looks = KIND_LOOKS;
  private readonly zone = ownZone();
  protected readonly kind = signal<JobKindName>(this.data.job?.kind ?? this.data.kind);
  protected readonly kinds = computed(() => JOB_KINDS.filter((kind) => kind !== 'plugin' || this.identity.isAdmin()));
  protected readonly form = signal<JobForm>(this.begin());
  protected readonly pipelines = signal<readonly { id: string; name: string }[]>([]);
  protected readonly plugins = signal<readonly { key: string; job: PluginJobInfo }[]>([]);
  protected readonly choices = computed(() => {
    const all = this.connections.connections();
    return RELATIONAL.includes(this.kind()) ? all.filter(({ kind }) => kind === 'postgres') : all;
  });
  protected readonly hasConnection = computed(() => CONNECTED.includes(this.kind()));
  /** The server found that the SQL writes, which the job may not do yet. */
  protected readonly areWritesRefused = signal(false);
  protected readonly sending = new FormSending<JobField>(() => mistakesOf(this.kind(), this.form(), Date.now()));

  constructor() {
    void this.readChoices();
  }

  protected pickKind(kind: string): void {
    const next = JOB_KINDS.find((candidate) => candidate === kind) ?? 'query';
    const { name, connectionId } = this.form();
    this.kind.set(next);
    this.form.set({ ...firstForm(next, this.zone, connectionId), name });
    this.sending.reset();
    this.areWritesRefused.set(false);
  }

  protected change(change: Partial<JobForm>, field: JobField = 'trigger'): void {
    this.form.update((form) => ({ ...form, ...change }));
    this.sending.forget(field);
    if (field === 'sql' || field === 'connection_id') this.areWritesRefused.set(false);
  }

  protected async send(): Promise<void> {
    const input = inputOf(this.kind(), this.form());
    const isDone = await this.sending.send(() => this.data.save(this.kind(), input).catch(this.refused));
    if (isDone) this.dialog.close(input.name);
  }

  private readonly refused = (error: unknown): never => {
    this.areWritesRefused.set(ApiProblem.from(error).code === 'writes-not-allowed');
    return flatten(error);
  };

  private begin(): JobForm {
    const { job, isCopy, kind, connectionId, pipelineId } = this.data;
    if (job === null) return firstForm(kind, this.zone, connectionId, pipelineId);
    const form = formOf(job, this.zone);
    return isCopy ? { ...form, name: `${job.name} (copy)` } : form;
  }

  /** A list that cannot be read leaves nothing to choose, which its field says. */
  private async readChoices(): Promise<void> {
    await this.api.pipelines().then(
      (items) => this.pipelines.set(items),
      () => undefined,
    );
    if (!this.identity.isAdmin()) return;
    const found = await this.api.plugins().catch(() => null);
    const jobs = found?.items.flatMap(({ name, jobs: own }) => own.map((job) => ({ key: `${name}/${job.name}`, job })));
    this.plugins.set(jobs ?? []);
  }
}

/** Settings and the trigger are fields of the form like others. */
function flatten(error: unknown): never {
  const problem = ApiProblem.from(error);
  const errors = problem.errors.map(({ pointer, detail }) => ({
    pointer: pointer.replace(/^\/settings\//, '/').replace(/^\/trigger\/.*/, '/trigger'),
    detail,
  }));
  throw new ApiProblem(problem.code, problem.status, problem.title, problem.detail, errors);
}
