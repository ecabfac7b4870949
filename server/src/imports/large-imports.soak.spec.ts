/** The quick test, with files of 10,000,000 rows and of 5 GB. */
process.env.SOAK_ROUNDS ??= '100';

await import('./large-imports.db.spec.js');

export {};
