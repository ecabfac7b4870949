import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../connections/engines/postgres/testing/test-database.js';
import { SchedulerApp } from './testing/scheduler-app.js';

let database: TestDatabase;
let app: SchedulerApp;
let role: string;

beforeAll(async () => {
  database = await createTestDatabase();
  role = `${database.config.database}_keeper`;
  await database.execute(`CREATE ROLE ${role} LOGIN PASSWORD 'keeper'`);
  await database.execute(
    `CREATE TABLE foreign_one (a int); CREATE TABLE own (a int); ALTER TABLE own OWNER TO ${role}`,
  );
  app = await SchedulerApp.start({
    database: { ...database, config: { ...database.config, user: role, password: 'keeper' } },
  });
});
afterAll(async () => {
  await app.stop();
  await database.execute(`DROP TABLE own; DROP ROLE ${role}`);
  await database.dispose();
});

it.each(['vacuum', 'analyze'])(
  'names the tables that a role may not %s, and counts those of the system',
  async (kind) => {
    const job = await app.create(kind, { connection_id: 'db', settings: {} });
    const { status, log } = await app.runNow(job.id);
    expect(status).toBe('success');
    const lines = log.map(({ text }) => text);
    expect(lines.filter((text) => text.includes('pg_class'))).toEqual([]);
    expect(lines).toContainEqual(expect.stringMatching(/^\d+ system tables: .*…/));
    expect(lines.filter((text) => text.includes('foreign_one'))).toHaveLength(1);
    expect(lines.filter((text) => text.includes('"own"'))).toEqual([]);
  },
);
