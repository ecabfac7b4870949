import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Run } from '#libs/api';
import { AuthApp, bodyOf } from '../../auth/testing/auth-app.js';
import type { Caller } from '../../auth/testing/auth-app.js';
import { StudioModule } from '../../studio/studio.module.js';

/** What an attack may achieve; each has a detector. */
export type Success = 'secret' | 'file' | 'path' | 'other SQL';

export type Attacker = 'viewer' | 'writer';

/** `sealed` is a read-only DuckDB file, `lake` one that may be written, `folder` a folder of data files. */
export type TargetId = 'sealed' | 'lake' | 'folder';

export const SECRET = 'canary-8f41c2';
export const OTHER_SQL = 'other-person-4711';

const PAUSE_MS = 10;

/** A running workbench with a viewer, a writer, DuckDB connections and a secret outside of them. */
export class DuckdbTarget {
  private callers!: Record<Attacker, Caller>;
  private app!: AuthApp;

  private constructor(readonly root: string) {}

  static async start(): Promise<DuckdbTarget> {
    const target = new DuckdbTarget(mkdtempSync(join(tmpdir(), 'attacked-')));
    await target.fill();
    const connections = `connections:
  - { id: sealed, name: Sealed, kind: duckdb, path: ${target.path('sealed/sealed.duckdb')}, read_only: true }
  - { id: lake, name: Lake, kind: duckdb, path: ${target.path('lake/lake.duckdb')}, confirm_destructive: false }
  - { id: folder, name: Folder, kind: files, path: ${target.path('folder')} }
`;
    target.app = await AuthApp.startWithAdmin({
      features: [StudioModule],
      connections,
      env: { WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0' },
    });
    await target.admit();
    return target;
  }

  path(name: string): string {
    return join(this.root, name);
  }

  get home(): string {
    return this.app.workbench.home;
  }

  /** Fills `{outside}`, `{folder}`, `{lake}`, `{sealed}` and `{home}` of a statement. */
  filled(sql: string): string {
    const places = { outside: this.path('outside'), folder: this.path('folder'), home: this.home };
    const files = { lake: this.path('lake/lake.duckdb'), sealed: this.path('sealed/sealed.duckdb') };
    return Object.entries({ ...places, ...files }).reduce(
      (text, [name, path]) => text.replaceAll(`{${name}}`, path),
      sql,
    );
  }

  /** Runs statements one after another in one session of the attacker, to their end; `:one` is bound to 1. */
  async attack(as: Attacker, on: TargetId, statements: readonly string[]): Promise<Run[]> {
    const session = `attack-${String(Math.random()).slice(2)}`;
    const runs: Run[] = [];
    for (const sql of statements) runs.push(await this.run(this.callers[as], on, this.filled(sql), session));
    return runs;
  }

  /** What the attack has achieved: nothing, it is hoped. */
  findings(runs: readonly Run[], statements: readonly string[], before: string): Success[] {
    const found: Success[] = [];
    const shown = runs.map((run) => shownBy(run));
    if (shown.some((text) => text.includes(SECRET))) found.push('secret');
    if (shown.some((text) => text.includes(OTHER_SQL))) found.push('other SQL');
    const sent = this.filled(statements.join('\n'));
    if (shown.some((text) => this.showsPath(text, sent))) found.push('path');
    if (this.snapshot() !== before) found.push('file');
    return found;
  }

  /** Each file under the root with its size and content, apart from the one that may be written. */
  snapshot(): string {
    const names = readdirSync(this.root, { recursive: true, encoding: 'utf8' }).sort();
    const lines = names.filter((name) => !/^lake\/lake\.duckdb(?:\.wal)?$/.test(name)).map((name) => this.line(name));
    return [...lines, ...readdirSync(this.home).filter((name) => !name.startsWith('state.sqlite'))].join('\n');
  }

  /** Everybody's connections still answer. */
  async isAlive(): Promise<boolean> {
    for (const id of ['sealed', 'lake', 'folder'] as const) {
      const run = await this.run(this.callers.viewer, id, 'SELECT n FROM kept');
      if (run.statements[0]?.rows[0]?.[0] !== '1') return false;
    }
    return true;
  }

  async stop(): Promise<void> {
    await this.app.stop();
    rmSync(this.root, { recursive: true, force: true });
  }

  private line(name: string): string {
    const path = this.path(name);
    const found = statSync(path);
    return `${name} ${found.isFile() ? readFileSync(path).toString('base64') : 'folder'}`;
  }

  /** A path of the server that the attacker did not write. */
  private showsPath(shown: string, sent: string): boolean {
    const paths = shown.match(/\/[^\s"'`,;:()[\]{}|\\]+/g) ?? [];
    const roots = [this.root, this.home, homedir(), join(tmpdir(), 'workbench-')];
    return paths.some((path) => roots.some((root) => path.startsWith(root)) && !sent.includes(path));
  }

  private async run(caller: Caller, on: TargetId, sql: string, session?: string): Promise<Run> {
    const parameters = sql.includes(':one') ? { parameters: { one: '1' } } : {};
    const body = { connection_id: on, sql, ...parameters, ...(session === undefined ? {} : { session_id: session }) };
    const { id } = bodyOf<Run>(await caller.post('/api/studio/runs', body).expect(201));
    for (;;) {
      const run = bodyOf<Run>(await caller.get(`/api/studio/runs/${id}`).expect(200));
      if (run.status !== 'running') return run;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  private async fill(): Promise<void> {
    for (const name of ['outside', 'folder', 'sealed', 'lake']) mkdirSync(this.path(name));
    writeFileSync(this.path('outside/secret.csv'), `n,secret\n1,${SECRET}\n`);
    writeFileSync(this.path('outside/secret.json'), JSON.stringify([{ n: 1, secret: SECRET }]));
    writeFileSync(this.path('folder/kept.csv'), 'n\n1\n');
    symlinkSync(this.path('outside'), this.path('folder/link'));
    symlinkSync(this.path('outside/secret.csv'), this.path('folder/link.csv'));
    await makeDatabase(this.path('outside/other.duckdb'), [`CREATE TABLE secrets AS SELECT '${SECRET}' AS secret`]);
    const kept = 'CREATE TABLE kept AS SELECT 1 AS n';
    const crafted = [
      kept,
      'CREATE MACRO run_any(s) AS TABLE FROM query(s)',
      'CREATE MACRO count_any(s) AS (SELECT count(*) FROM query(s))',
      "CREATE VIEW trap AS FROM query('FROM enable_' || 'logging()')",
      'CREATE VIEW paths AS SELECT path FROM duckdb_databases()',
      'CREATE MACRO setting(s) AS current_setting(s)',
      'CREATE MACRO "Outer Setting"(s) AS setting(s)',
      "CREATE TABLE spill (n INTEGER, place VARCHAR GENERATED ALWAYS AS (current_setting('temp_directory')) VIRTUAL)",
      'INSERT INTO spill VALUES (1)',
    ];
    await makeDatabase(this.path('sealed/sealed.duckdb'), crafted);
    await makeDatabase(this.path('lake/lake.duckdb'), [kept]);
  }

  private async admit(): Promise<void> {
    const admin = await this.app.signIn();
    const viewer = await this.app.admit(admin, 'viewer@example.org');
    const writer = await this.app.admit(admin, 'writer@example.org');
    const items = [
      { subject: `user:${viewer.id}`, level: 'query' },
      { subject: `user:${writer.id}`, level: 'write' },
    ];
    for (const id of ['sealed', 'lake', 'folder'] as const) {
      await admin.put(`/api/connections/${id}/access`, { items }).expect(200);
      await this.run(admin, id, `SELECT '${OTHER_SQL}' AS mine, n FROM kept`, 'of-another');
    }
    this.callers = { viewer: viewer.caller, writer: writer.caller };
  }
}

async function makeDatabase(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const sql of statements) await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** Everything that an answer says beside the text that was sent. */
function shownBy(run: Run): string {
  return JSON.stringify(run.statements.map(({ rows, columns, error }) => ({ rows, columns, error })));
}
