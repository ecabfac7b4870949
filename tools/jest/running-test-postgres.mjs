/**
 * How to stop the servers started for this run of Jest, shared between the start and the end of the run.
 * @type {(() => Promise<void>)[]}
 */
export const runningTestPostgres = [];
