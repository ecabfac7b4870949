import { join } from 'node:path';
import Database from 'better-sqlite3';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { PerformedAction } from '#libs/audit';
import type { AuditList, AuditVerification } from '#libs/api';
import { EventBus, Identification, State } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { AuditModule } from '../audit.module.js';

/** Who may be asked for with the header `x-actor`. */
const ACTORS: Readonly<Record<string, Actor>> = {
  admin: { ...LOCAL_ACTOR, userId: 'root', name: 'root@example.org' },
  ann: { ...LOCAL_ACTOR, userId: 'ann', name: 'ann@example.org', role: 'user' },
  limited: { ...LOCAL_ACTOR, kind: 'token', userId: 'root', name: 'reader', tokenId: 't-1', scopes: ['read'] },
};

/** A fact for the audit with what a test does not care about filled in. */
export function fact(id: string, change: Partial<PerformedAction> = {}): PerformedAction {
  return {
    action: 'user.change',
    actor: { kind: 'user', userId: 'ann', name: 'ann@example.org', tokenId: null },
    outcome: 'done',
    object: { kind: 'user', id, name: null },
    details: {},
    ...change,
  };
}

/** The audit on its platform; each request says who it is from. */
export class AuditApp {
  private constructor(readonly workbench: TestWorkbench) {
    workbench.app.get(Identification).use((request) => ACTORS[request.header('x-actor') ?? ''] ?? null);
  }

  static async start(): Promise<AuditApp> {
    return new AuditApp(await TestWorkbench.start({ features: [AuditModule] }));
  }

  get events(): EventBus {
    return this.workbench.app.get(EventBus);
  }

  get state(): State {
    return this.workbench.app.get(State);
  }

  get stateFile(): string {
    return join(this.workbench.home, 'state.sqlite');
  }

  publish(id: string, change: Partial<PerformedAction> = {}): void {
    this.events.publish('action.performed', fact(id, change));
  }

  async get(path: string, actor = 'admin'): Promise<Response> {
    return fetch(new URL(path, await this.workbench.app.getUrl()), { headers: { 'x-actor': actor } });
  }

  async list(query = ''): Promise<AuditList> {
    return (await (await this.get(`/api/audit?${query}`)).json()) as AuditList;
  }

  /** Ids of the objects that a query finds, oldest first. */
  async ids(query = 'limit=500'): Promise<string[]> {
    return (await this.list(query)).items.map(({ object }) => object.id).reverse();
  }

  async verification(): Promise<AuditVerification> {
    return (await (await this.get('/api/audit/verification')).json()) as AuditVerification;
  }

  /** What an attacker with access to the file does. */
  tamper(...statements: readonly string[]): void {
    tamper(this.stateFile, ...statements);
  }

  stop(): Promise<void> {
    return this.workbench.stop();
  }
}

const TRIGGERS = ['audit_entry_no_update', 'audit_entry_no_delete', 'audit_entry_in_sequence'];

/** Changes a state file behind the back of its audit. */
export function tamper(stateFile: string, ...statements: readonly string[]): void {
  const database = new Database(stateFile, { timeout: 5000 });
  try {
    for (const name of TRIGGERS) database.prepare(`DROP TRIGGER IF EXISTS ${name}`).run();
    for (const statement of statements) database.prepare(statement).run();
  } finally {
    database.close();
  }
}
