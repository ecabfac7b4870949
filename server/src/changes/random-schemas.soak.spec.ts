/** The quick test, with a hundred rounds. */
process.env.SOAK_ROUNDS ??= '100';

await import('./random-schemas.db.spec.js');

export {};
