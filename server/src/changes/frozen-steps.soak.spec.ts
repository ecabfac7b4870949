/** The quick test, with all its cases. */
process.env.SOAK_ROUNDS ??= '100';

await import('./frozen-steps.db.spec.js');

export {};
