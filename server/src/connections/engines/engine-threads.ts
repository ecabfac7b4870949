const MAX_THREADS = 4;

/** How many threads DuckDB may compute with: one core stays free for the server, and four are enough for one query. */
export function engineThreads(cores: number): number {
  return Math.max(1, Math.min(cores - 1, MAX_THREADS));
}

/** The same for work in the background, whose process gives way to the server's by its lower priority. */
export function backgroundThreads(cores: number): number {
  return Math.max(1, Math.min(cores, MAX_THREADS));
}
