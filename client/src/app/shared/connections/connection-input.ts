import type { Connection, ConnectionInput } from '#libs/api';

/** The settings of a connection as they are sent back. The password is not known here: left out, it stays as it is. */
export function inputOf(connection: Connection): ConnectionInput {
  const { id, name, kind, colour, folder, read_only, writes, statement_timeout_ms, auto_commit, confirm_destructive } =
    connection;
  const shared = { id, name, kind, colour, folder, read_only, statement_timeout_ms, auto_commit, confirm_destructive };
  const { host, port, database, user, ssl, pool, path } = connection;
  const { encoding, header, date_format, timestamp_format } = connection;
  const files = { encoding, header, date_format, timestamp_format };
  const { service, ssh, ssh_host, ssh_port, ssh_user, ssh_host_key } = connection;
  const tunnel =
    ssh === undefined || ssh === 'off'
      ? { service, ssh }
      : { service, ssh, ssh_host, ssh_port, ssh_user, ssh_host_key };
  // Read-only says it already, and what has no reviews has no lane.
  const hasLane = writes !== 'none' && (writes === 'review' || connection.capabilities.change_sets);
  const lane = hasLane ? { writes } : {};
  return { ...shared, ...lane, ...given({ host, port, database, user, ssl, pool, path, ...files, ...tunnel }) };
}

function given<T extends object>(settings: T): Partial<T> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>;
}
