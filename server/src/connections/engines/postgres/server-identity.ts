import type { ServerInfo } from '#libs/api';
import type { PostgresConfig } from './config.js';
import type { ConnectorContext } from '../connector.js';
import { SHARES_SESSIONS, sharesSessions } from './client/session-sharing.js';
import type { WorkbenchClient } from './client/workbench-client.js';
import { readRoleRisks } from './introspection/read-role-risks.js';
import { endLeftoverBackends } from './leftover-backends.js';
import { answeredInTime } from './liveness/server-silent.js';
import { serverInfo } from './server-version.js';

/** Which server answers and what its role may do, known from the first client that reached it. */
export class ServerIdentity {
  #known: ServerInfo | null = null;

  constructor(
    private readonly config: Pick<PostgresConfig, 'readOnly'>,
    private readonly context: Pick<ConnectorContext, 'connectTimeoutMs' | 'instance'>,
    /** Connects another client like this one. */
    private readonly connectSecond: (client: WorkbenchClient) => Promise<WorkbenchClient>,
  ) {}

  /** What was read last; null before the first answer. */
  get known(): ServerInfo | null {
    return this.#known;
  }

  /** The first client of the pool asks for the server and its role before anything runs on it. */
  async greet(client: WorkbenchClient): Promise<void> {
    if (this.#known !== null) return;
    try {
      const greeting = this.read(client).then(() => this.#endLeftovers(client));
      await answeredInTime(client, greeting, this.context.connectTimeoutMs);
    } catch (error) {
      if (client.hasEnded) throw error;
    }
  }

  /** Asks for the server's version, the risks of its role, and whether a pooler shares its sessions; `latencyMs` is that of one round trip. */
  async read(client: WorkbenchClient): Promise<{ server: ServerInfo; latencyMs: number }> {
    const startedAt = performance.now();
    const { rows } = await client.query<[string]>({ text: 'SELECT pg_catalog.version()', rowMode: 'array' });
    const latencyMs = performance.now() - startedAt;
    const role_risks = await readRoleRisks(client, this.config.readOnly);
    const isShared = await sharesSessions(client, () => this.connectSecond(client));
    const notices = isShared ? { notices: [SHARES_SESSIONS] } : {};
    const server = { ...serverInfo(rows[0]?.[0] ?? 'PostgreSQL'), role_risks, ...notices };
    this.#known = server;
    return { server, latencyMs };
  }

  async #endLeftovers(client: WorkbenchClient): Promise<void> {
    const { instance } = this.context;
    if (instance === undefined) return;
    const ended = await endLeftoverBackends(client, instance);
    if (ended > 0) instance.onLeftoversEnded?.(ended);
  }
}
