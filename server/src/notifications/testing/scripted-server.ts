import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that says what it is asked to, line by line, and keeps what it heard. */
export class ScriptedServer {
  readonly heard: string[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly repeating: NodeJS.Timeout[] = [];

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  /** Greets with `greeting`, or not at all; `reply` answers a line, with null for silence. */
  static async start(
    greeting: string | null,
    reply: (line: string) => string | null = () => null,
  ): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const self = new ScriptedServer(server, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => {
      self.sockets.add(socket);
      socket.on('error', () => socket.destroy());
      if (greeting !== null) socket.write(`${greeting}\r\n`);
      socket.on('data', (chunk: Buffer) => {
        for (const line of chunk.toString('utf8').split('\r\n').filter(Boolean)) {
          self.heard.push(line);
          const said = reply(line);
          if (said !== null) socket.write(`${said}\r\n`);
        }
      });
    });
    return self;
  }

  /** Sends a line again and again on all connections until the server stops. */
  repeat(line: string, everyMs: number): void {
    const say = () => this.sockets.forEach((socket) => socket.writable && socket.write(`${line}\r\n`));
    this.repeating.push(setInterval(say, everyMs));
  }

  stop(): Promise<void> {
    for (const timer of this.repeating) clearInterval(timer);
    for (const socket of this.sockets) socket.destroy();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
