import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { HttpCaller } from './http-caller.js';
import { RoundRobinProxy } from './round-robin-proxy.js';
import type { Balance } from './round-robin-proxy.js';
import { ServerProcess } from './server-process.js';

/** Several processes of the workbench on one state in Postgres, with a database to query beside it. */
export class ServerCluster {
  private readonly servers: ServerProcess[] = [];
  private readonly proxies: RoundRobinProxy[] = [];
  private state: pg.Client | null = null;

  private constructor(
    private readonly outside: pg.Client,
    private readonly name: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly files: string,
  ) {}

  /** `files` are lines of the configuration with connections to files, beside the one to the database. */
  static async start(count: number, env: Readonly<Record<string, string>> = {}, files = ''): Promise<ServerCluster> {
    const outside = await connected(process.env.TEST_POSTGRES_URL ?? '');
    const cluster = new ServerCluster(outside, `cluster_${randomBytes(6).toString('hex')}`, env, files);
    await outside.query(`CREATE DATABASE ${cluster.name}`);
    await outside.query(`CREATE DATABASE ${cluster.name}_data`);
    // One after the other: a machine that starts three at once may be too busy to answer their timers.
    while (cluster.servers.length < count) cluster.servers.push(await cluster.startOne());
    return cluster;
  }

  /** The address of the state. */
  get stateUrl(): string {
    const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
    url.pathname = `/${this.name}`;
    return url.href;
  }

  server(place: number): ServerProcess {
    const server = this.servers[place];
    if (server === undefined) throw new Error(`There is no server ${place}.`);
    return server;
  }

  /** A browser at one of the processes. */
  caller(place: number): HttpCaller {
    return new HttpCaller(this.server(place).origin);
  }

  /** A proxy in front of all of them. */
  async proxy(balance: Balance): Promise<RoundRobinProxy> {
    const proxy = await RoundRobinProxy.start(
      this.servers.map(({ origin }) => origin),
      balance,
    );
    this.proxies.push(proxy);
    return proxy;
  }

  /** Another process, which the caller stops. */
  startOne(): Promise<ServerProcess> {
    const { hostname, port, username, password } = new URL(process.env.TEST_POSTGRES_URL ?? '');
    const database = `${this.name}_data`;
    const login = `host: ${hostname}, port: ${port}, database: ${database}, user: ${username}, password: "${password}"`;
    const connections = `connections:\n  - { id: pg, name: Shop, kind: postgres, ${login}, confirm_destructive: false }\n${this.files}`;
    return ServerProcess.start(connections, { STATE_DATABASE_URL: this.stateUrl, ...this.env });
  }

  /** Runs a statement on the Postgres, outside of the workbench. */
  async query(sql: string): Promise<void> {
    await this.outside.query(sql);
  }

  /** What a statement returns in the database of the state, outside of the workbench. */
  async rowsOfState<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
    this.state ??= await connected(this.stateUrl);
    return (await this.state.query<T>(sql)).rows;
  }

  async stop(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.stop()));
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.state?.end();
    await this.outside.query(`DROP DATABASE ${this.name} WITH (FORCE)`);
    await this.outside.query(`DROP DATABASE ${this.name}_data WITH (FORCE)`);
    await this.outside.end();
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
