/** The quick test, with every attack by everybody in every disguise. */
process.env.SOAK_ROUNDS ??= '100';

await import('./sqlite.db.spec.js');

export {};
