/** The quick test, with every text on every engine by every path. */
process.env.SOAK_ROUNDS ??= '100';

await import('./texts.db.spec.js');

export {};
