import type { AdminConnection, HealthState, PoolLoad, StorageArea } from '#libs/api';
import { latencyText } from '../../shared/connections/connection-look';

/** The health of a connection, in a cell of its own. */
export const HEALTH_LABELS: Readonly<Record<HealthState, string>> = {
  healthy: 'Healthy',
  idle: 'Idle',
  connecting: 'Connecting',
  failed: 'Failed',
};

/** The parts of the state directory: what they are called, and what is in them. */
export const AREA_WORDS: Readonly<Record<StorageArea, { readonly name: string; readonly text: string }>> = {
  state: { name: 'State', text: 'History, queries, jobs and audit' },
  results: { name: 'Results', text: 'Rows of queries that ran' },
  outputs: { name: 'Outputs', text: 'Files that jobs saved' },
  backups: { name: 'Backups', text: 'Dumps of databases' },
  plugins: { name: 'Plugins', text: 'Installed plugins' },
  demo: { name: 'Demo', text: 'Database of the demo' },
  other: { name: 'Other', text: 'Configuration, secret key and other files' },
};

/** `PostgreSQL 15.20, 2 ms`: what answers, and how fast; empty where nothing has answered yet. */
export function serverText({ server, health }: Pick<AdminConnection, 'server' | 'health'>): string {
  const product = server === null ? '' : `${server.product} ${server.version}`;
  const latency = health.latency_ms === null ? '' : latencyText(health.latency_ms);
  return [product, latency].filter((part) => part !== '').join(', ');
}

/** How busy a pool is, in words. */
export function poolText(pool: PoolLoad | null): string {
  if (pool === null) return '';
  const waiting = pool.waiting > 0 ? `, ${pool.waiting} waiting` : '';
  return `${pool.busy} busy, ${pool.open} open of ${pool.max}${waiting}`;
}
