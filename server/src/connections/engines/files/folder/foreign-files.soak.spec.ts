/** The quick test, with each value that a large file may have behind its sample. */
process.env.SOAK_ROUNDS ??= '100';

await import('./foreign-files.db.spec.js');

export {};
