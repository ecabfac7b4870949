import type { Job, JobInput, JobKindInfo, JobUpdate, MissedPolicy } from '#libs/api';
import { draftOf, newDraft, settingsOf } from '#libs/forms';
import type { FormDraft, FormField } from '#libs/forms';
import { readTrigger } from '#libs/triggers';
import type { IntervalUnit, Trigger } from '#libs/triggers';
import { settingErrors } from '../../shared/forms/setting-errors';
import type { SettingErrors } from '../../shared/forms/setting-errors';
import { enteredMinute, shownMinute } from '../../shared/time/shown-day';

/** A trigger while it is typed: everything as text, as the fields hold it. */
export interface TriggerDraft {
  readonly triggerType: Trigger['type'];
  readonly expression: string;
  readonly timezone: string;
  readonly every: string;
  readonly unit: IntervalUnit;
  /** As `<input type="datetime-local">` has it, in the zone in which times are shown. */
  readonly at: string;
}

/** A job while it is typed; `settings` are the fields of its kind. */
export interface JobDraft extends TriggerDraft {
  readonly name: string;
  readonly connectionId: string;
  readonly missed: MissedPolicy | '';
  readonly timeoutMinutes: string;
  readonly onSuccess: boolean;
  readonly onError: boolean;
  readonly settings: FormDraft;
}

/** What a new job starts with. */
export interface JobStart {
  readonly connectionId: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/**
 * The draft of a new job of a kind; `zone` is the time zone of its cron expression. A connection that is optional is not
 * chosen.
 */
export function newJob(kind: JobKindInfo, zone: string, start: JobStart): JobDraft {
  const connectionId = kind.connection === 'required' ? start.connectionId : '';
  return {
    ...{ name: '', connectionId, triggerType: 'cron', expression: kind.suggested_cron, timezone: zone },
    ...{ every: '15', unit: 'minutes', at: '', missed: '', timeoutMinutes: '', onSuccess: false, onError: true },
    settings: newDraft(kind.fields, start.settings),
  };
}

/** The draft with another connection; what was chosen of the one before is cleared. */
export function withConnection({ fields }: JobKindInfo, draft: JobDraft, connectionId: string): JobDraft {
  const isOfAnother = ({ name, choices = [] }: FormField): boolean =>
    choices.some(({ value, connection_id: only }) => {
      return value === draft.settings[name] && only !== undefined && only !== connectionId;
    });
  const cleared = fields.filter(isOfAnother).map(({ name }) => [name, ''] as const);
  return { ...draft, connectionId, settings: { ...draft.settings, ...Object.fromEntries(cleared) } };
}

/** The draft of a job that exists. */
export function jobDraft(job: Job, kind: JobKindInfo, zone: string): JobDraft {
  const { trigger } = job;
  const draft: JobDraft = {
    ...newJob(kind, zone, { connectionId: '', settings: {} }),
    ...{
      name: job.name,
      connectionId: job.connection_id ?? '',
      missed: job.missed,
      timeoutMinutes: String(job.timeout_s / 60),
    },
    ...{ onSuccess: job.notify.on_success, onError: job.notify.on_error },
    settings: draftOf(kind.fields, job.settings),
  };
  if (trigger.type === 'cron')
    return { ...draft, triggerType: 'cron', expression: trigger.expression, timezone: trigger.timezone };
  if (trigger.type === 'interval')
    return { ...draft, triggerType: 'interval', every: String(trigger.every), unit: trigger.unit };
  return { ...draft, triggerType: 'once', at: shownMinute(new Date(trigger.at)) };
}

/** The trigger that is typed, whether it is right or not. */
export function triggerOf(draft: TriggerDraft): Trigger {
  if (draft.triggerType === 'cron') return { type: 'cron', expression: draft.expression, timezone: draft.timezone };
  if (draft.triggerType === 'interval') return { type: 'interval', every: Number(draft.every), unit: draft.unit };
  const at = enteredMinute(draft.at);
  return { type: 'once', at: Number.isNaN(at.getTime()) ? '' : at.toISOString() };
}

/** What is wrong with the fields, one sentence each; null where nothing is. */
export function mistakesOf(kind: JobKindInfo, draft: JobDraft, nowMs: number): SettingErrors {
  const reading = readTrigger(triggerOf(draft), nowMs);
  const { connection, fields } = kind;
  return {
    name: draft.name.trim() === '' ? 'Enter a name.' : null,
    connection_id: connection === 'required' && draft.connectionId === '' ? 'Choose a connection.' : null,
    ...settingErrors(fields, draft.settings),
    trigger: reading.kind === 'invalid' ? reading.fault.detail : null,
    timeout_s: draft.timeoutMinutes !== '' && !(Number(draft.timeoutMinutes) > 0) ? 'Enter a number of minutes.' : null,
  };
}

/** What is sent of a draft without mistakes. */
export function inputOf(kind: JobKindInfo, draft: JobDraft): JobInput {
  const { connection, fields, default_missed: missed, default_timeout_s: timeoutS } = kind;
  const { connectionId, timeoutMinutes } = draft;
  return {
    name: draft.name.trim(),
    ...(connection === 'none' ? {} : { connection_id: connectionId === '' ? null : connectionId }),
    trigger: triggerOf(draft),
    settings: settingsOf(fields, draft.settings),
    notify: { on_success: draft.onSuccess, on_error: draft.onError },
    missed: draft.missed === '' ? missed : draft.missed,
    timeout_s: timeoutMinutes === '' ? timeoutS : Math.max(1, Math.round(Number(timeoutMinutes) * 60)),
  };
}

/** What a draft without mistakes changes of the job that it began with: what another person has changed since stays. */
export function changeOf(kind: JobKindInfo, draft: JobDraft, began: JobDraft): Partial<JobInput> {
  const before = inputOf(kind, began);
  const differs = ([name, value]: [string, unknown]): boolean =>
    JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name));
  return Object.fromEntries(Object.entries(inputOf(kind, draft)).filter(differs));
}

/** What goes along with a change of a job, so that the work that another person gave it meanwhile is not undone. */
export function expectedOf({ connection_id, settings }: Job, change: Partial<JobInput>): Pick<JobUpdate, 'expected'> {
  const isOtherWork = change.settings !== undefined || change.connection_id !== undefined;
  return isOtherWork ? { expected: { connection_id, settings } } : {};
}
