/**
 * The server started for this run of Jest, shared between the start and the end of the run.
 * @type {{ stop: (() => Promise<void>) | null }}
 */
export const runningTestPostgres = { stop: null };
