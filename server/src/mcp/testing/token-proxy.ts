import { createServer, request } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Adds an API token to whatever passes, for programs that know of none. Everything else stays as it is sent. */
export class TokenProxy {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(target: string, token: string): Promise<TokenProxy> {
    const server = createServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
      const { method, url = '/' } = incoming;
      const forwarded = request(new URL(url, target), { ...(method ? { method } : {}), headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.on('error', () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TokenProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
