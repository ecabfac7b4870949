/** The quick test, with a state that is locked for half a minute each time. */
process.env.SOAK_ROUNDS ??= '1';

await import('./locked-state.db.spec.js');

export {};
