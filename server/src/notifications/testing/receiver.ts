import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came in. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

/** What to answer. */
export interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Someone else's web server, which answers as it is set to and keeps what came in. */
export class Receiver {
  readonly received: Received[] = [];
  /** What to answer; null for never. */
  reply: (request: Received) => Reply | null | Promise<Reply> = () => ({ status: 200 });

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(port = 0): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const self = new Receiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      const answer = async (): Promise<void> => {
        const { url: path = '', headers } = request;
        const received = { path, headers, body: Buffer.concat(chunks).toString('utf8'), at: Date.now() };
        self.received.push(received);
        const reply = await self.reply(received);
        if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body);
      };
      request.on('end', () => void answer());
    });
    return self;
  }

  /** The bodies so far, as JSON. */
  bodies<T>(): T[] {
    return this.received.map(({ body }) => JSON.parse(body) as T);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
