import type { PoolLoad, StorageArea } from '#libs/api';

/** What the parts of the state directory are. */
export const AREA_WORDS: Readonly<Record<StorageArea, string>> = {
  state: 'State: history, saved queries, snapshots, jobs, audit',
  results: 'Query results',
  outputs: 'Job outputs',
  backups: 'Backups',
  plugins: 'Plugins',
  demo: 'Demo database',
  other: 'Configuration, key and other files',
};

/** A size as people read it. */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const size = bytes / 1024 ** power;
  return `${size >= 100 || power === 0 ? size.toFixed(0) : size.toFixed(1)} ${units[power] ?? ''}`;
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
