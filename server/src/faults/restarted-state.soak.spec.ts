/** The quick test, with a hundred rounds, of which the first has an outage of half a minute. */
process.env.SOAK_ROUNDS ??= '100';
process.env.STATE_OUTAGE_MS ??= '30000';

await import('./restarted-state.db.spec.js');

export {};
