/** The quick test, with ten times as many results of each type. */
process.env.SOAK_ROUNDS ??= '100';

await import('./engine-orders.spec.js');

export {};
