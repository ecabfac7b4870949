/** The state vanishes for half a minute at every step: the very same tests, with a longer outage. */
process.env.STATE_OUTAGE_MS ??= '30000';

await import('./scheduler/runs/runs-through-outages.spec.js');
await import('./notifications/deliveries-through-outages.spec.js');
