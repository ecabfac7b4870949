/** The quick test, with ten thousand rows and two thousand comments. */
process.env.SOAK_ROUNDS ??= '1';

await import('./many-at-once.db.spec.js');

export {};
