/** The quick test, with a text of 100 MB. */
process.env.SOAK_ROUNDS ??= '1';

await import('./long-values.db.spec.js');

export {};
