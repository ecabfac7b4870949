import { randomUUID } from 'node:crypto';
import type { Scope } from '#libs/access';
import type { Job, JobRun } from '#libs/api';
import { FEATURES } from '../../app.module.js';
import { AuthModule } from '../../auth/index.js';
import { AuthApp, bodyOf } from '../../auth/testing/auth-app.js';
import type { Caller } from '../../auth/testing/auth-app.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';

/** When jobs of these tests run by themselves: not while the tests do. */
export const FAR_TRIGGER = { type: 'interval', every: 8000, unit: 'hours' };

/** The whole application with two connections to one database, which Ann may manage, and her tokens. */
export class AttackApp {
  private constructor(
    readonly app: AuthApp,
    readonly database: TestDatabase,
    readonly admin: Caller,
    readonly ann: Caller,
    readonly annId: string,
  ) {}

  /** Starts one; `env` is beside that of an administrator. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<AttackApp> {
    const database = await createTestDatabase();
    const { host, port, user, password } = database.config;
    const login = `kind: postgres, host: ${host}, port: ${port}, database: ${database.config.database}, user: ${user}, password: "${password ?? ''}"`;
    const connections = `connections:\n  - { id: open, name: Open, ${login} }\n  - { id: other, name: Other, ${login} }\n`;
    const features = FEATURES.filter((feature) => feature !== AuthModule);
    const app = await AuthApp.startWithAdmin({ features, connections, env });
    const admin = await app.signIn();
    const ann = await app.admit(admin, 'ann@example.org');
    const items = [{ subject: `user:${ann.id}`, level: 'manage' }];
    for (const id of ['open', 'other']) await admin.put(`/api/connections/${id}/access`, { items }).expect(200);
    return new AttackApp(app, database, admin, ann.caller, ann.id);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.database.dispose();
  }

  /** A program with a token of Ann's. */
  async program(scopes: readonly Scope[], connectionIds?: readonly string[]): Promise<Caller & { tokenId?: string }> {
    const limits = connectionIds === undefined ? {} : { connection_ids: [...connectionIds] };
    return this.app.bearer((await this.ann.token({ scopes: [...scopes], ...limits })).token);
  }

  async made<T>(path: string, body: object): Promise<T> {
    return bodyOf<T>(await this.ann.post(path, body).expect(201));
  }

  job(kind: string, settings: object, connectionId: string | null = 'open'): Promise<Job> {
    const connection = connectionId === null ? {} : { connection_id: connectionId };
    return this.made<Job>(`/api/scheduler/jobs/${kind}`, {
      ...{ name: randomUUID(), trigger: FAR_TRIGGER, settings },
      ...connection,
    });
  }

  /** Runs a job of Ann's to its end. */
  async runOf(jobId: string): Promise<JobRun> {
    const { id } = bodyOf<JobRun>(await this.ann.post(`/api/scheduler/jobs/${jobId}/run`).expect(202));
    return this.until(id, ({ status }) => status !== 'queued' && status !== 'running');
  }

  /** A run of a job once it is as wanted. */
  async until(runId: string, isWanted: (run: JobRun) => boolean): Promise<JobRun> {
    for (;;) {
      const run = bodyOf<JobRun>(await this.ann.get(`/api/scheduler/runs/${runId}`).expect(200));
      if (isWanted(run)) return run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
