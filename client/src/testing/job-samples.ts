import type { Job, JobList, JobRunDetails } from '#libs/api';

/** A job of tests: a query that runs twice a day. */
export function jobSample(change: Partial<Job> = {}): Job {
  return {
    ...{ id: 'j1', kind: 'query', name: 'Refunds', owner: { id: 'local', name: 'local' }, connection_id: 'shop' },
    ...{ state: 'active', pause_reason: null, running: false, trigger_text: 'Every 12 hours' },
    ...{ trigger: { type: 'interval', every: 12, unit: 'hours' }, next_run_at: null, last_run: null, recent_runs: [] },
    ...{ settings: { sql: 'SELECT 1' }, settings_text: '', notify: { on_success: false, on_error: true } },
    ...{ missed: 'skip', timeout_s: 3600, created_at: '2026-05-18T09:41:00Z', updated_at: '2026-05-18T09:41:00Z' },
    ...change,
  };
}

/** A run of tests: one by hand that succeeded. */
export function jobRunSample(change: Partial<JobRunDetails> = {}): JobRunDetails {
  return {
    ...{ id: 'r1', job_id: 'j1', job_name: 'Refunds', kind: 'query', owner: { id: 'local', name: 'local' } },
    ...{ connection_id: 'shop', trigger: 'manual', scheduled_for: null, missed_slots: 0 },
    ...{ queued_at: '2026-05-18T09:41:00Z', started_at: '2026-05-18T09:41:01Z', duration_ms: 1000 },
    ...{
      status: 'success',
      error: null,
      cancelled_by: null,
      progress: null,
      log: [],
      outputs: [],
      removed_outputs: [],
    },
    ...change,
  };
}

/** A page of jobs, by their names. */
export function jobListSample(names: readonly string[], next: string | null = null): JobList {
  const items = names.map((name) => jobSample({ id: name, name }));
  const counts = { total: items.length, running: 0, failing: 0, paused: 0 };
  return { items, next_cursor: next, found: items.length, counts, owners: [] };
}
