import pg from 'pg';
import type { Cell } from '#libs/api';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { ChangesModule } from '../changes.module.js';
import { ChangesCaller } from './changes-caller.js';
import { CommitCutter } from './commit-cutter.js';

export * from './changes-caller.js';

/** A workbench with a Postgres of its own. */
export class ChangesApp extends ChangesCaller {
  private constructor(
    workbench: TestWorkbench,
    readonly database: TestDatabase,
    private readonly client: pg.Client,
    readonly cutter: CommitCutter,
  ) {
    super(workbench, 'pg');
  }

  static async start(): Promise<ChangesApp> {
    const database = await createTestDatabase();
    const { host, port, user, password, database: name } = database.config;
    const login = `kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
    const cutter = await CommitCutter.start(host, port);
    const connections = `connections:
  - { id: pg, name: Postgres, ${login} }
  - { id: cut, name: Cut, ${login.replace(`port: ${port}`, `port: ${cutter.port}`).replace(`host: ${host}`, 'host: 127.0.0.1')} }
  - { id: reader, name: Reader, ${login}, read_only: true }
  - { id: hasty, name: Hasty, ${login}, statement_timeout_ms: 500 }
  - { id: limited, name: Limited, ${login.replace(/user: .*/, `user: ${roleOf(name)}, password: x`)} }
  - { id: guarded, name: Guarded, ${login}, writes: review }
  - { id: closed, name: Closed, ${login}, writes: none }
`;
    await database.execute(
      `CREATE ROLE ${roleOf(name)} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${roleOf(name)}`,
    );
    const client = new pg.Client({ host, port, user, database: name, password: password ?? '' });
    await client.connect();
    const workbench = await TestWorkbench.start({ features: [ChangesModule], connections });
    return new ChangesApp(workbench, database, client, cutter);
  }

  /** The rows of a query as texts, outside of what is tested. */
  async cells(sql: string): Promise<Cell[][]> {
    const types = { getTypeParser: () => (text: unknown) => text };
    return (await this.client.query<Cell[]>({ text: sql, rowMode: 'array', types })).rows;
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.workbench.stop();
    await this.cutter.stop();
    const role = roleOf(this.database.config.database);
    await this.database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await this.database.dispose();
  }
}

/** A role that is no superuser, so that policies hold for it. */
function roleOf(database: string): string {
  return `${database}_limited`;
}
