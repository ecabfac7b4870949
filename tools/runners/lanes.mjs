import { totalmem } from 'node:os';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** @typedef {() => Promise<readonly Tally[]>} Finish looks again at what failed, alone, and returns the result */
/** @typedef {() => Promise<readonly Finish[]>} Lane phases that run one after the other */

/** Enough for all phases at once: linting takes 3 GB, each worker of tests up to 1.5, and so does each browser. */
const MEMORY_FOR_ALL_BYTES = 12 * 1024 ** 3;

/**
 * Who gives way to whom where phases run side by side: database tests measure time and come first, checks and builds
 * take what is left. Children of the workbench add 5, and 19 is the most.
 */
export const NICENESS = { database: 0, rest: 14 };

export function hasRoomForAll() {
  return totalmem() >= MEMORY_FOR_ALL_BYTES;
}

/** What checks and builds take at most, and what a worker of database tests takes with its Postgres and its engines. */
const MEMORY_OF_THE_REST_BYTES = 4 * 1024 ** 3;
const MEMORY_OF_A_WORKER_BYTES = 2.5 * 1024 ** 3;
/** Database tests wait for sessions, limits and processes more than half of their time. */
const WORKERS_THAT_WAIT = 3;
const FEWEST_WORKERS = 3;

/**
 * How many workers database tests have: those that wait leave their core to another, as far as there is memory.
 * @param {number} cores
 * @param {number} memoryBytes of the whole machine
 */
export function databaseWorkers(cores, memoryBytes) {
  const held = Math.floor((memoryBytes - MEMORY_OF_THE_REST_BYTES) / MEMORY_OF_A_WORKER_BYTES);
  return Math.max(FEWEST_WORKERS, Math.min(cores + WORKERS_THAT_WAIT, held));
}

/**
 * Runs lanes at the same time, or one after the other, and then, one by one, the second looks of all. A lane that throws
 * is one failure and leaves the others alone.
 * @param {Readonly<Record<string, Lane>>} lanes
 * @param {boolean} atOnce
 * @returns {Promise<Tally[]>} in the order of the lanes
 */
export async function runLanes(lanes, atOnce) {
  const starts = Object.entries(lanes).map(
    ([name, lane]) =>
      () =>
        lane().catch((error) => [failure(name, error)]),
  );
  const finishes = atOnce ? await Promise.all(starts.map((start) => start())) : await inTurn(starts);
  return (await inTurn(finishes.flat())).flat();
}

/**
 * @template T
 * @param {readonly (() => Promise<T>)[]} all
 */
async function inTurn(all) {
  const results = [];
  for (const one of all) results.push(await one());
  return results;
}

/**
 * @param {string} runner
 * @param {unknown} error
 * @returns {Finish}
 */
function failure(runner, error) {
  console.error(error instanceof Error ? error.message : String(error));
  return () => Promise.resolve([{ runner, passed: 0, failed: 1, skipped: 0, seconds: 0 }]);
}
