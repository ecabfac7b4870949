import type { WorkbenchInstance } from '../connector.js';
import type { WorkbenchClient } from './client/workbench-client.js';

/** What sessions of workbenches begin their `application_name` with. */
export const APPLICATION_NAME = 'data-workbench';

/**
 * `data-workbench/<home>.<process>`, and the purpose behind it where there is one: well below the 63 bytes that servers
 * keep. Sessions of other programs of the workbench carry it, too, so that the next start finds them.
 */
export function applicationName(
  instance: Pick<WorkbenchInstance, 'home' | 'process'> | null,
  purpose: 'backup' | null = null,
): string {
  const name = instance === null ? APPLICATION_NAME : `${namePrefix(instance)}${instance.process}`;
  return purpose === null ? name : `${name} ${purpose}`;
}

/**
 * Ends the sessions that dead processes of the same state directory left on the server, and says how many. The directory
 * is locked by the process that lives: whatever else carries its name belongs to a dead one.
 */
export async function endLeftoverBackends(client: WorkbenchClient, instance: WorkbenchInstance): Promise<number> {
  const { rows } = await client.query<[boolean]>({
    text: END_SQL,
    values: [namePrefix(instance), applicationName(instance)],
    rowMode: 'array',
  });
  return rows.filter(([isEnded]) => isEnded).length;
}

/** Only of the same user: others may not be ended, and asking for it is an error. */
export const END_SQL = `
  SELECT pg_catalog.pg_terminate_backend(a.pid)
    FROM pg_catalog.pg_stat_activity a
   WHERE a.usename = current_user AND a.pid <> pg_catalog.pg_backend_pid()
     AND pg_catalog.left(a.application_name, pg_catalog.length($1::pg_catalog.text)) = $1
     AND pg_catalog.left(a.application_name, pg_catalog.length($2::pg_catalog.text)) <> $2`;

function namePrefix({ home }: Pick<WorkbenchInstance, 'home'>): string {
  return `${APPLICATION_NAME}/${home}.`;
}
