/** The quick test, with a text of 40 MB, which is 170 MB in the rows that are kept. */
process.env.SOAK_ROUNDS ??= '1';

await import('./long-values.db.spec.js');

export {};
