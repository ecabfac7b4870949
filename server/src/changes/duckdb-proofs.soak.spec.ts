/** The quick test, with a hundred rounds. */
process.env.SOAK_ROUNDS ??= '100';

await import('./duckdb-proofs.db.spec.js');

export {};
