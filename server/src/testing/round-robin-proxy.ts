import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Chooses one of so many servers for a request. */
export type Balance = (request: IncomingMessage, servers: number) => number;

/** One server after the other, whatever the request says. */
export function roundRobin(): Balance {
  let count = -1;
  return (_, servers) => (count += 1) % servers;
}

/** The same server for the same value of a cookie, as `hash $cookie_…` of nginx; without the cookie round robin. */
export function byCookie(name: string): Balance {
  const otherwise = roundRobin();
  return (incoming, servers) => {
    const value = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(incoming.headers.cookie ?? '')?.[1];
    if (value === undefined) return otherwise(incoming, servers);
    return Buffer.from(value).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7) % servers;
  };
}

/** A proxy in front of several servers. Answers carry `X-Server`, the place of the one that gave them. */
export class RoundRobinProxy {
  private constructor(private readonly server: Server) {}

  static async start(origins: readonly string[], balance: Balance): Promise<RoundRobinProxy> {
    const server = createServer((incoming, outgoing) => {
      const place = balance(incoming, origins.length);
      pass(incoming, outgoing, new URL(origins[place] ?? ''), place);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new RoundRobinProxy(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, to: URL, place: number): void {
  const { method, url, headers } = incoming;
  const options = { host: to.hostname, port: to.port, method, path: url, headers };
  const forwarded = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'x-server': place });
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  outgoing.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}
