import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LOCAL_ACTOR } from '#libs/access';
import type { Cell } from '#libs/api';
import { ConnectionsQueries } from '../../connections/index.js';
import type { Connector } from '../../connections/engines/connector.js';
import { CollectingSink, neverAborted } from '../../connections/engines/testing/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { ChangesModule } from '../changes.module.js';
import { ChangesCaller } from './changes-caller.js';

/** The connections, by what is in their files. */
export type FileConnection = 'lite' | 'duck';

/** A workbench with a SQLite and a DuckDB file of its own. */
export class FileChangesApp extends ChangesCaller {
  private constructor(
    workbench: TestWorkbench,
    private readonly id: FileConnection,
    readonly folder: string,
  ) {
    super(workbench, id);
  }

  /** Starts one whose change sets are for the connection of `id`. */
  static async start(id: FileConnection, env: Record<string, string> = {}): Promise<FileChangesApp> {
    const folder = mkdtempSync(join(tmpdir(), 'file-changes-'));
    const lite = join(folder, 'some.sqlite');
    const file = new DatabaseSync(lite);
    file.exec('CREATE TABLE first (id INTEGER PRIMARY KEY)');
    file.close();
    const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${lite}, read_only: false }
  - { id: reviewed, name: Reviewed, kind: files, path: ${lite}, read_only: false, writes: review }
  - { id: broken, name: Broken, kind: postgres, host: db, database: db, user: ann, ssh: agent, ssh_host: bastion, ssh_user: ann }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(folder, 'some.duckdb')} }
  - { id: reviewed-duck, name: Reviewed, kind: duckdb, path: ${join(folder, 'other.duckdb')}, writes: review }
`;
    const workbench = await TestWorkbench.start({ features: [ChangesModule], connections, env });
    return new FileChangesApp(workbench, id, folder);
  }

  get path(): string {
    return join(this.folder, this.id === 'lite' ? 'some.sqlite' : 'some.duckdb');
  }

  /** Runs statements in a session of their own; the rows of the last one as texts. */
  async execute(...statements: readonly string[]): Promise<Cell[][]> {
    const connector = (await this.workbench.app.get(ConnectionsQueries).connector(LOCAL_ACTOR, this.id)) as Connector;
    const session = await connector.openSession(neverAborted());
    let rows: Cell[][] = [];
    try {
      for (const sql of statements) {
        const sink = new CollectingSink();
        const outcome = await session.run(sql, sink, neverAborted());
        if (outcome.status !== 'succeeded') throw new Error(`${sql}: ${JSON.stringify(outcome)}`);
        rows = sink.rows.map((row) => [...row]);
      }
      return rows;
    } finally {
      await session.release();
    }
  }

  async stop(): Promise<void> {
    await this.workbench.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
