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
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(host: string, port: number) {
    this.server = createServer((socket) => {
      socket.once('data', (message) => {
        this.startups.push(message.toString('latin1'));
        if (this.refusesOptions && message.includes(OPTION)) socket.end(refusal());
        else {
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

function refusal(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0');
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
});
afterAll(async () => {
  pooler.close();
  await database.dispose();
});

function connector(): PostgresConnector {
  const context = Object.assign(new RecordingContext(), { instance: { home: 'aaaaaaaaaaaa', process: '11111111' } });
  const made = new PostgresConnector({ ...database.config, host: '127.0.0.1', port, ssl: 'disable' }, context);
  connectors.push(made);
  return made;
}

async function runInSession(made: PostgresConnector): Promise<void> {
  const session = await made.openSession(neverAborted());
  expect(await session.run('SELECT 1', new CollectingSink(), neverAborted())).toMatchObject({ status: 'succeeded' });
  await session.release();
}

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
    expect(pooler.startups.filter((startup) => startup.includes(OPTION))).toHaveLength(1);
  });
});
