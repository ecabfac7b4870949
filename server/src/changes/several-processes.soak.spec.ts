/** The quick test, with thirty rounds. */
process.env.SOAK_ROUNDS ??= '30';

await import('./several-processes.db.spec.js');

export {};
