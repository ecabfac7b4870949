/** The quick test, with outages of half a minute. */
process.env.STATE_OUTAGE_MS ??= '30000';

await import('./history-through-outages.spec.js');

export {};
