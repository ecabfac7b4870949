/** What features do with the state in a file they do with the state in Postgres: the very same tests. */
process.env.TEST_STATE = 'postgres';

await import('./contracts/contracts.db.spec.js');
await import('./studio/ownership.db.spec.js');
await import('./scheduler/scheduler.spec.js');
await import('./notifications/notifications.spec.js');
await import('./notifications/inbox/late-items.spec.js');
await import('./notifications/outbox/messages-made-late.spec.js');

export {};
