/** Injection token of the `JobQueue` of runs; a lane of it is a connection. */
export const RUN_QUEUE = Symbol('RunQueue');
