import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import pg from 'pg';
import type { PostgresConfig } from '../config.js';

const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;

/** A session of the server, as the pooler lends it. */
interface Backend {
  readonly stream: Socket;
  /** Takes what the server sends; null while nobody has the session. */
  receive: ((message: Buffer) => void) | null;
}

/**
 * A pooler of transactions or statements before a Postgres, as pgbouncer is one: a client has a session from a message until
 * the server has no open transaction, and the session that came back last is lent first.
 */
export class Pooler {
  private readonly idle: Backend[] = [];
  private readonly waiting: ((backend: Backend) => void)[] = [];
  private readonly logins: pg.Client[] = [];
  private readonly clients = new Set<Socket>();
  private readonly parameters: Buffer[] = [];

  private constructor(
    private readonly server: Server,
    private readonly mode: 'transaction' | 'statement',
  ) {}

  static async start(config: PostgresConfig, mode: 'transaction' | 'statement', size = 4): Promise<Pooler> {
    const pooler = new Pooler(createServer(), mode);
    for (let count = 0; count < size; count += 1) await pooler.addBackend(config);
    pooler.server.on('connection', (socket) => pooler.take(socket));
    await new Promise<void>((resolve) => pooler.server.listen(0, '127.0.0.1', resolve));
    return pooler;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.destroy();
    for (const login of this.logins)
      (login as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The driver signs in; then its socket is ours. */
  private async addBackend({ host, port, user, password, database }: PostgresConfig): Promise<void> {
    const login = new pg.Client({ host, port, user, password: password ?? '', database });
    login.on('error', () => undefined);
    const { connection } = login as unknown as { connection: NodeJS.EventEmitter & { stream: Socket } };
    const isFirst = this.logins.length === 0;
    connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }: Record<string, string>) => {
      if (isFirst) this.parameters.push(message('S', Buffer.from(`${name}\0${value}\0`)));
    });
    await login.connect();
    this.logins.push(login);
    const { stream } = connection;
    stream.removeAllListeners('data');
    const backend: Backend = { stream, receive: null };
    stream.on(
      'data',
      messages((part) => backend.receive?.(part)),
    );
    this.idle.push(backend);
  }

  private take(socket: Socket): void {
    this.clients.add(socket);
    socket.on('error', () => undefined);
    let held: Promise<Backend> | null = null;
    const release = (backend: Backend): void => {
      held = null;
      backend.receive = null;
      const next = this.waiting.shift();
      if (next === undefined) this.idle.push(backend);
      else next(backend);
    };
    const reset = (backend: Backend): void => {
      backend.receive = (end) => {
        if (end[0] === 'Z'.charCodeAt(0)) release(backend);
      };
      backend.stream.write(message('Q', Buffer.from('ROLLBACK\0')));
    };
    const answer = (backend: Backend, part: Buffer): void => {
      const isReady = part[0] === 'Z'.charCodeAt(0);
      const isFree = isReady && part[5] === 'I'.charCodeAt(0);
      if (isReady && !isFree && this.mode === 'statement') {
        socket.end(refusal('transaction blocks not allowed in statement pooling mode'));
        reset(backend);
        return;
      }
      socket.write(part);
      if (isFree) release(backend);
    };
    socket.on('close', () => {
      this.clients.delete(socket);
      void held?.then(reset);
    });
    const onMessage = (part: Buffer): void => {
      if (part[0] === 'X'.charCodeAt(0)) return void socket.end();
      held ??= this.lend().then((backend) => {
        backend.receive = (sent) => answer(backend, sent);
        return backend;
      });
      void held.then((backend) => backend.stream.write(part));
    };
    this.greet(socket, () => socket.on('data', messages(onMessage)));
  }

  private lend(): Promise<Backend> {
    const last = this.idle.pop();
    return last === undefined ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(last);
  }

  /** Lets everybody in, with a key of its own. */
  private greet(socket: Socket, onReady: () => void): void {
    socket.once('data', (first) => {
      const code = first.readInt32BE(4);
      if (code === CANCEL_REQUEST) return void socket.end();
      if (code === SSL_REQUEST) {
        socket.write('N');
        this.greet(socket, onReady);
        return;
      }
      const key = Buffer.alloc(8);
      key.writeInt32BE(randomInt(1, 2 ** 31 - 1), 0);
      key.writeInt32BE(randomInt(1, 2 ** 31 - 1), 4);
      const ready = message('Z', Buffer.from('I'));
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ...this.parameters, message('K', key), ready]));
      onReady();
    });
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

function refusal(text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
}

/** Hands over whole messages of a stream. */
function messages(receive: (message: Buffer) => void): (part: Buffer) => void {
  let kept = Buffer.alloc(0);
  return (part) => {
    kept = Buffer.concat([kept, part]);
    while (kept.length >= 5 && kept.length > kept.readInt32BE(1)) {
      const end = 1 + kept.readInt32BE(1);
      const whole = Buffer.from(kept.subarray(0, end));
      kept = kept.subarray(end);
      receive(whole);
    }
  };
}
