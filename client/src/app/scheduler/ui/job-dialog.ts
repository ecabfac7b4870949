import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { hasCapability } from '#libs/access';
import type { Job, JobInput, JobKindInfo, JobKindName } from '#libs/api';
import { changedDraft } from '#libs/forms';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { SchemaFields } from '../../shared/forms/schema-fields';
import type { FieldChange } from '../../shared/forms/schema-fields';
import { ApiProblem } from '../../shared/http/api-problem';
import { FormSending } from '../../shared/http/form-sending';
import { Identity } from '../../shared/identity/identity';
import { ownZone } from '../../shared/time/time-display';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { changeOf, inputOf, jobDraft, mistakesOf, newJob, withConnection } from '../data/job-draft';
import type { JobDraft, JobStart } from '../data/job-draft';
import { JobKindsStore } from '../data/job-kinds.store';
import { JobsApi } from '../data/jobs-api';
import { RunFields } from './fields/run-fields';
import { TriggerFields } from './fields/trigger-fields';

/** What the dialog begins with. */
export interface JobDialogData {
  /** The job that is edited, or that the new one is like. */
  readonly job: Job | null;
  readonly isCopy: boolean;
  readonly kind: JobKindName;
  readonly start: JobStart;
  /** At least the kind of the job. */
  readonly kinds: readonly JobKindInfo[];
  /** `change`: what differs from what the dialog began with. */
  readonly save: (kind: JobKindName, input: JobInput, change: Partial<JobInput>) => Promise<void>;
}

/** Makes or changes a job: what it does, then when, which is the same for every kind. Closes with the job's name. */
@Component({
  selector: 'dw-job-dialog',
  imports: [Field, FieldControl, FormFrame, Icon, RunFields, SchemaFields, TriggerFields],
  templateUrl: './job-dialog.html',
  styleUrl: './job-dialog.css',
})
export class JobDialog {
  protected readonly data = inject<JobDialogData>(DIALOG_DATA);
  private readonly dialog = inject<DialogRef<string>>(DialogRef);
  private readonly connections = inject(ConnectionsStore);
  private readonly api = inject(JobsApi);
  private readonly identity = inject(Identity);
  protected readonly looks = inject(JobKindsStore);

  /** Null for a new job, which is one's own even where it is a copy. */
  private readonly editedId = this.data.isCopy ? null : (this.data.job?.id ?? null);
  protected readonly isEdit = this.editedId !== null;
  protected readonly heading = this.isEdit ? `Edit ${this.data.job?.name ?? ''}` : 'New job';
  private readonly zone = ownZone();
  /** With the choices that depend on what there is, once they are read. */
  protected readonly kind = signal(this.infoOf(this.data.job?.kind ?? this.data.kind));
  protected readonly kinds = computed(() =>
    this.data.kinds.filter(({ admins_only: isAdminsOnly }) => !isAdminsOnly || this.identity.isAdmin()),
  );
  private readonly began = this.begin();
  protected readonly draft = signal<JobDraft>(this.began);
  protected readonly choices = computed(() => {
    const { needs } = this.kind();
    const all = this.connections.connections();
    return needs === null ? all : all.filter(({ capabilities }) => hasCapability(capabilities, needs));
  });
  /** What its SQL is completed with. */
  protected readonly connection = computed(() => this.connections.find(this.draft().connectionId));
  /** The code of the problem that the job was refused with, until that is answered. */
  protected readonly refusal = signal<string | null>(null);
  protected readonly sending = new FormSending<string>(() => mistakesOf(this.kind(), this.draft(), Date.now()));

  constructor() {
    void this.readChoices();
  }

  protected pickKind(name: string): void {
    const next = this.infoOf(name);
    const { name: typed, connectionId: chosen } = this.draft();
    const connectionId = chosen === '' ? this.data.start.connectionId : chosen;
    this.kind.set(next);
    this.draft.set({ ...newJob(next, this.zone, { connectionId, settings: {} }), name: typed });
    this.sending.reset();
    this.refusal.set(null);
    void this.readChoices();
  }

  protected change(change: Partial<JobDraft>, field = 'trigger'): void {
    this.draft.update((draft) => ({ ...draft, ...change }));
    this.sending.forget(field);
  }

  protected pickConnection(connectionId: string): void {
    this.change(withConnection(this.kind(), this.draft(), connectionId), 'connection_id');
    this.refusal.set(null);
  }

  protected changeSetting({ field, value }: FieldChange): void {
    const { settings } = this.draft();
    this.change({ settings: changedDraft(this.kind().fields, settings, field.name, value) }, `settings/${field.name}`);
    if (field.type !== 'sql' && field.offer === undefined) return;
    // The offer answers what was said of the SQL.
    for (const { name, type } of this.kind().fields) if (type === 'sql') this.sending.forget(`settings/${name}`);
    this.refusal.set(null);
  }

  protected async send(): Promise<void> {
    const isDone = await this.sending.send(() => {
      const [info, draft] = [this.kind(), this.draft()];
      const change = changeOf(info, draft, this.began);
      return this.data.save(info.kind, inputOf(info, draft), change).catch(this.refused);
    });
    if (isDone) this.dialog.close(this.draft().name.trim());
  }

  private readonly refused = (error: unknown): never => {
    this.refusal.set(ApiProblem.from(error).code);
    throw error;
  };

  private infoOf(name: string): JobKindInfo {
    const found = this.data.kinds.find(({ kind }) => kind === name) ?? this.data.kinds[0];
    if (found === undefined) throw new Error('There are no kinds of jobs.');
    return found;
  }

  private begin(): JobDraft {
    const { job, isCopy, start } = this.data;
    if (job === null) return newJob(this.kind(), this.zone, start);
    const draft = jobDraft(job, this.kind(), this.zone);
    return isCopy ? { ...draft, name: `${job.name} (copy)` } : draft;
  }

  /** Choices that cannot be read leave nothing to choose, which their field says. */
  private async readChoices(): Promise<void> {
    const { kind, fields } = this.kind();
    if (!fields.some(({ type, choices }) => type === 'choice' && choices === undefined)) return;
    const found = await this.api.kind(kind, this.editedId).catch(() => null);
    if (found !== null && this.kind().kind === kind) this.kind.set(found);
  }
}
