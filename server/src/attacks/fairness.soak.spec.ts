/** The quick test, with every attacker in each test. */
process.env.SOAK_ROUNDS ??= '100';

await import('./fairness.db.spec.js');

export {};
