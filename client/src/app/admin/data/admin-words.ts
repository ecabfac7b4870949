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

/** A size as people read it. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const size = bytes / 1024 ** power;
  return `${size >= 100 || power === 0 ? size.toFixed(0) : size.toFixed(1)} ${units[power] ?? ''}`;
}

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

/** A time that something has taken, in words. */
export function durationText(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60
    ? `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
