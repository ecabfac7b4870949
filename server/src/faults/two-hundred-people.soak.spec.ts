/** The quick test, with a hundred rounds. */
process.env.SOAK_ROUNDS ??= '100';

await import('./two-hundred-people.db.spec.js');

export {};
