/** The quick test, with texts of three megabytes. */
process.env.SOAK_ROUNDS ??= '100';

await import('./event-loop.db.spec.js');

export {};
