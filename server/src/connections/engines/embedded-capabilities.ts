import type { ConnectionCapabilities } from '#libs/api';

/** What every engine can do that opens a path on this machine instead of a server; each adds its own. */
export const EMBEDDED: ConnectionCapabilities = {
  catalog: false,
  contracts: false,
  backup: [],
  vacuum: false,
  activity: false,
  tiles: false,
  plan: [],
  transactions: true,
  writes: true,
  uploads: false,
  read_only_sessions: true,
  row_origin: false,
  change_sets: false,
  statement_changes: false,
  network: false,
  objects: [],
};
