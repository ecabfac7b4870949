import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CollectingSink } from '../../testing/collecting-sink.js';
import { RecordingContext, neverAborted } from '../../testing/recording-context.js';
import { PostgresConnector } from '../postgres-connector.js';
import { createTestDatabase } from '../testing/test-database.js';
import type { TestDatabase } from '../testing/test-database.js';

const OPTION = 'client_connection_check_interval=5s';

/** Passes connections on and keeps the first message of each; refuses start-up options where it is to, as a pooler does. */
class Pooler {
  readonly startups: string[] = [];
  refusesOptions = false;
  /** What the next client with options gets instead of the server. */
  hiccup: ((socket: Socket) => void) | null = null;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(host: string, port: number) {
    this.server = createServer((socket) => {
      socket.once('data', (message) => {
        this.startups.push(message.toString('latin1'));
        const hasOptions = message.includes(OPTION);
        if (this.refusesOptions && hasOptions) socket.end(refusal('08P01', 'unsupported startup parameter: options'));
        else if (this.hiccup && hasOptions) {
          this.hiccup(socket);
          this.hiccup = null;
        } else {
          const upstream = connect(port, host);
          upstream.write(message);
          this.keep(upstream);
          socket.pipe(upstream).pipe(socket);
        }
      });
      this.keep(socket);
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
  }
}

function refusal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

let database: TestDatabase;
let pooler: Pooler;
let port: number;
const connectors: PostgresConnector[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = new Pooler(database.config.host, database.config.port);
  port = await pooler.listen();
});
afterEach(async () => {
  await Promise.all(connectors.splice(0).map((connector) => connector.close()));
  pooler.startups.length = 0;
  pooler.refusesOptions = false;
  pooler.hiccup = null;
});
afterAll(async () => {
  pooler.close();
  await database.dispose();
});

function connector(connectTimeoutMs?: number): PostgresConnector {
  const context = Object.assign(new RecordingContext(connectTimeoutMs), {
    instance: { home: 'aaaaaaaaaaaa', process: '11111111' },
  });
  const made = new PostgresConnector({ ...database.config, host: '127.0.0.1', port, ssl: 'disable' }, context);
  connectors.push(made);
  return made;
}

async function runInSession(made: PostgresConnector): Promise<void> {
  const session = await made.openSession(neverAborted());
  expect(await session.run('SELECT 1', new CollectingSink(), neverAborted())).toMatchObject({ status: 'succeeded' });
  await session.release();
}

const withOptions = () => pooler.startups.filter((startup) => startup.includes(OPTION));
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const LIMITS = { lockTimeoutMs: 1_000, statementTimeoutMs: 5_000 };

const WAYS: [string, (made: PostgresConnector) => Promise<unknown>][] = [
  ['a session', runInSession],
  ['a test', (made) => made.test(neverAborted())],
  ['a snapshot of the catalog', (made) => made.readCatalog(neverAborted(), null)],
  ['a rehearsal', (made) => made.rehearse(['SELECT 1'], LIMITS, neverAborted())],
  ['a copy', (made) => made.copier.copy('SELECT 1 AS one', nowhere(), neverAborted())],
  ['a list of schemas', (made) => made.listSchemas(neverAborted())],
  ['completion', (made) => made.completion(null, neverAborted())],
  [
    'a tile',
    (made) =>
      made.readers.tiles.read({ text: "SELECT '1'::text", parameters: [] }, { timeoutMs: 5_000 }, neverAborted()),
  ],
];

describe('the server looks after its client', () => {
  it.each(WAYS)('during %s, also where that is the first use of the connection', async (_, use) => {
    const made = connector();
    await use(made);
    const [first = '', second = ''] = pooler.startups;
    expect([first.includes(OPTION), second.includes(OPTION)]).toEqual([false, true]);
    for (const [, other] of WAYS) await other(made);
    expect(pooler.startups.slice(1).filter((startup) => !startup.includes(OPTION))).toEqual([]);
  });

  it.each(WAYS)('unless a pooler refuses the option: %s works without it', async (_, use) => {
    pooler.refusesOptions = true;
    const made = connector();
    await use(made);
    for (const [, other] of WAYS) await other(made);
    expect(withOptions()).toHaveLength(1);
  });
});

const HICCUPS: [string, (socket: Socket) => void][] = [
  ['a line that is cut', (socket) => socket.resetAndDestroy()],
  ['a line that ends', (socket) => socket.end()],
  ['a server that shuts down', (socket) => socket.end(refusal('57P01', 'terminating connection'))],
  ['a server that starts', (socket) => socket.end(refusal('57P03', 'the database system is starting up'))],
  ['a server without memory', (socket) => socket.end(refusal('53200', 'out of memory'))],
];

describe('a hiccup while the server is reached for the first time refuses nothing', () => {
  it.each(HICCUPS.flatMap(([what, hiccup]) => WAYS.map(([way, use]) => [what, way, hiccup, use] as const)))(
    '%s: %s fails, and what comes next has the options',
    async (_what, _way, hiccup, use) => {
      const made = connector();
      pooler.hiccup = hiccup;
      await expect(use(made)).rejects.toThrow();
      await use(made);
      expect(withOptions().length).toBeGreaterThan(1);
    },
  );

  it.each(WAYS)('%s works without the options where they are refused the next time', async (_, use) => {
    const made = connector();
    pooler.hiccup = (socket) => socket.end();
    await expect(use(made)).rejects.toThrow();
    pooler.refusesOptions = true;
    await use(made);
    for (const [, other] of WAYS) await other(made);
    expect(withOptions()).toHaveLength(2);
  });

  it('of a silent server fails the opening in its time', async () => {
    const made = connector(500);
    pooler.hiccup = () => undefined;
    await expect(made.openSession(neverAborted())).rejects.toMatchObject({ code: 'connection-timeout' });
    await runInSession(made);
    expect(withOptions().length).toBeGreaterThan(1);
  });
});
