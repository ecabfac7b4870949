import type { EventMap } from '#libs/events';

/** A change of a schema with so many parts. */
export function schemaChanged(
  connectionId: string,
  count = 1,
  nameOf: (n: number) => string = (n) => `t${n}`,
): EventMap['schema.changed'] {
  const changes = Array.from({ length: count }, (_, n) => {
    const table = { schema: 'public', name: nameOf(n) };
    const after = { ...table, columns: [], primaryKey: [], foreignKeys: [], indexes: [] };
    return { kind: 'table_added', ...table, table: nameOf(n), summary: `+ table ${nameOf(n)}`, after };
  }) as unknown as EventMap['schema.changed']['changes'];
  return {
    ...{ connection_id: connectionId, connection_name: `The ${connectionId}`, change_id: `change-${connectionId}` },
    ...{ title: `Schema of The ${connectionId} changed`, changes },
    message: changes.map(({ summary }) => summary).join('; '),
  };
}

/** The end of a job's run. */
export function jobRun(more: Partial<EventMap['scheduler.job.error']> = {}): EventMap['scheduler.job.error'] {
  return {
    ...{ job_id: 'job-1', job_name: 'Nightly', kind: 'backup', run_id: 'run-1', owner_id: 'local' },
    ...{ connection_id: null, connection_name: null, read_connections: [], status: 'error', trigger: 'schedule' },
    ...{ scheduled_for: null, started_at: '2026-11-20T06:00:00.000Z', duration_ms: 1500 },
    ...{
      error: 'disk full',
      cancelled_by: null,
      outputs: [],
      title: 'Job failed: Nightly',
      message: 'Nightly failed: disk full',
    },
    ...{ notify: false, ...more },
  };
}
