import type { Job, JobInput, JobKindName, MissedPolicy } from '#libs/api';
import { readTrigger } from '#libs/triggers';
import { enteredMinute, shownMinute } from '../../shared/time/shown-day';
import type { IntervalUnit, Trigger } from '#libs/triggers';

/** A job while it is being typed: everything as text, as the fields hold it. */
export interface JobForm {
  readonly name: string;
  readonly connectionId: string;
  readonly triggerType: Trigger['type'];
  readonly expression: string;
  readonly timezone: string;
  readonly every: string;
  readonly unit: IntervalUnit;
  /** As `<input type="datetime-local">` has it, in the zone in which times are shown. */
  readonly at: string;
  readonly missed: MissedPolicy | '';
  readonly timeoutMinutes: string;
  readonly onSuccess: boolean;
  readonly onError: boolean;
  readonly destination: string;
  readonly format: string;
  readonly keepLast: string;
  readonly proof: boolean;
  readonly tables: string;
  readonly full: boolean;
  readonly analyze: boolean;
  readonly sql: string;
  readonly mayWrite: boolean;
  readonly saveAs: string;
  readonly pipelineId: string;
  /** `plugin/job`. */
  readonly pluginJob: string;
  /** The plugin's job may reach other machines. */
  readonly pluginNetwork: boolean;
  readonly options: string;
}

export type JobField =
  | ('name' | 'connection_id' | 'trigger' | 'timeout_s' | 'sql' | 'destination' | 'keep_last' | 'tables')
  | ('save_results_as' | 'pipeline_id' | 'plugin' | 'options');

/** The message of each field that has a mistake. */
export type JobFormErrors = Partial<Record<JobField, string | null>>;

/** New values, and the field whose error they answer. */
export interface JobFormChange {
  readonly change: Partial<JobForm>;
  readonly field: JobField;
}

/** Kinds that work on a connection; a plugin's job may. */
export const CONNECTED: readonly JobKindName[] = ['backup', 'vacuum', 'analyze', 'query', 'schema_watch'];
/** Kinds for Postgres alone. */
export const RELATIONAL: readonly JobKindName[] = ['backup', 'vacuum', 'analyze', 'schema_watch'];

const USUAL_CRON: Readonly<Record<JobKindName, string>> = {
  backup: '0 2 * * *',
  vacuum: '30 3 * * 0',
  analyze: '0 4 * * *',
  query: '0 7 * * 1',
  pipeline: '0 5 * * *',
  schema_watch: '0 6 * * *',
  plugin: '*/15 * * * *',
};

/** The form of a new job of a kind. */
export function firstForm(kind: JobKindName, zone: string, connectionId: string, pipelineId = ''): JobForm {
  return {
    ...{ name: '', connectionId, triggerType: 'cron', expression: USUAL_CRON[kind], timezone: zone },
    ...{ every: '15', unit: 'minutes', at: '', missed: '', timeoutMinutes: '', onSuccess: false, onError: true },
    ...{ destination: '', format: 'custom', keepLast: kind === 'backup' ? '7' : '', proof: false },
    ...{ tables: '', full: false, analyze: true, sql: '', mayWrite: false, saveAs: '' },
    ...{ pipelineId, pluginJob: '', pluginNetwork: false, options: '' },
  };
}

/** The form of a job that there is. */
export function formOf(job: Job, zone: string): JobForm {
  const { settings, trigger } = job;
  const text = (name: string): string => (typeof settings[name] === 'string' ? settings[name] : '');
  const tables = settings['tables'];
  const options = settings['options'];
  const form: JobForm = {
    ...firstForm(job.kind, zone, job.connection_id ?? ''),
    ...{ name: job.name, missed: job.missed, timeoutMinutes: String(job.timeout_s / 60) },
    ...{ onSuccess: job.notify.on_success, onError: job.notify.on_error },
    ...{ destination: text('destination'), format: text('format') || 'custom', proof: settings['proof'] === true },
    keepLast: typeof settings['keep_last'] === 'number' ? String(settings['keep_last']) : '',
    tables: Array.isArray(tables) ? tables.join('\n') : '',
    ...{ full: settings['full'] === true, analyze: settings['analyze'] !== false },
    ...{ sql: text('sql'), mayWrite: settings['read_only'] === false, saveAs: text('save_results_as') },
    ...{ pipelineId: text('pipeline_id'), pluginJob: job.kind === 'plugin' ? `${text('plugin')}/${text('job')}` : '' },
    pluginNetwork: settings['network'] === true,
    options: options !== undefined && Object.keys(options as object).length > 0 ? JSON.stringify(options, null, 2) : '',
  };
  if (trigger.type === 'cron')
    return { ...form, triggerType: 'cron', expression: trigger.expression, timezone: trigger.timezone };
  if (trigger.type === 'interval')
    return { ...form, triggerType: 'interval', every: String(trigger.every), unit: trigger.unit };
  return { ...form, triggerType: 'once', at: shownMinute(new Date(trigger.at)) };
}

/** The trigger that is typed, whether it is right or not. */
export function triggerOf(form: JobForm): Trigger {
  if (form.triggerType === 'cron') return { type: 'cron', expression: form.expression, timezone: form.timezone };
  if (form.triggerType === 'interval') return { type: 'interval', every: Number(form.every), unit: form.unit };
  const at = enteredMinute(form.at);
  return { type: 'once', at: Number.isNaN(at.getTime()) ? '' : at.toISOString() };
}

/** What is wrong with the fields, one sentence each; null where nothing is. */
export function mistakesOf(kind: JobKindName, form: JobForm, nowMs: number): Record<JobField, string | null> {
  const reading = readTrigger(triggerOf(form), nowMs);
  const isWhole = (text: string): boolean => text === '' || /^[1-9]\d{0,3}$/.test(text.trim());
  return {
    name: form.name.trim() === '' ? 'Enter a name.' : null,
    connection_id: CONNECTED.includes(kind) && form.connectionId === '' ? 'Choose a connection.' : null,
    trigger: reading.kind === 'invalid' ? reading.fault.detail : null,
    timeout_s: form.timeoutMinutes !== '' && !(Number(form.timeoutMinutes) > 0) ? 'Enter a number of minutes.' : null,
    sql: kind === 'query' && form.sql.trim() === '' ? 'Enter the SQL to run.' : null,
    destination: null,
    keep_last: isWhole(form.keepLast) ? null : 'Enter a whole number from 1 to 9999.',
    tables: null,
    save_results_as: null,
    pipeline_id: kind === 'pipeline' && form.pipelineId === '' ? 'Choose a pipeline.' : null,
    plugin: kind === 'plugin' && form.pluginJob === '' ? 'Choose what to run.' : null,
    options: kind === 'plugin' && !isObjectText(form.options) ? 'Enter a JSON object, or leave it empty.' : null,
  };
}

/** What is sent of a form. */
export function inputOf(kind: JobKindName, form: JobForm): JobInput {
  return {
    name: form.name.trim(),
    ...(CONNECTED.includes(kind) ? { connection_id: form.connectionId === '' ? null : form.connectionId } : {}),
    trigger: triggerOf(form),
    settings: settingsOf(kind, form),
    notify: { on_success: form.onSuccess, on_error: form.onError },
    ...(form.missed === '' ? {} : { missed: form.missed }),
    ...(form.timeoutMinutes === '' ? {} : { timeout_s: Math.max(1, Math.round(Number(form.timeoutMinutes) * 60)) }),
  };
}

function settingsOf(kind: JobKindName, form: JobForm): Record<string, unknown> {
  const keep = form.keepLast.trim() === '' ? {} : { keep_last: Number(form.keepLast) };
  const tables = form.tables.split(/[\n,]/).flatMap((table) => table.trim() || []);
  const named = tables.length === 0 ? {} : { tables };
  if (kind === 'backup')
    return { destination: form.destination.trim(), format: form.format, proof: form.proof, ...keep };
  if (kind === 'vacuum') return { ...named, full: form.full, analyze: form.analyze };
  if (kind === 'analyze') return named;
  if (kind === 'query') {
    const saved = form.saveAs.trim() === '' ? {} : { save_results_as: form.saveAs.trim(), ...keep };
    return { sql: form.sql, read_only: !form.mayWrite, ...saved };
  }
  if (kind === 'pipeline') return { pipeline_id: form.pipelineId, ...keep };
  if (kind === 'schema_watch') return {};
  const [plugin = '', job = ''] = form.pluginJob.split('/');
  const options = form.options.trim() === '' ? {} : (JSON.parse(form.options) as unknown);
  return { plugin, job, options, network: form.pluginNetwork };
}

function isObjectText(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
