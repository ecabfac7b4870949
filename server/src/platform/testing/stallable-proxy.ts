import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A TCP proxy on this machine that can pass nothing on, as a network that stalls, or be gone, as a server that ended. */
export class StallableProxy {
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  private isStalled = false;
  private isGone = false;

  private constructor(private readonly server: Server) {}

  static async start(host: string, port: number): Promise<StallableProxy> {
    const server = createServer();
    const proxy = new StallableProxy(server);
    server.on('connection', (inward) => proxy.join(inward, connect(port, host)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Keeps every connection open and passes nothing on, also of new ones. */
  stall(): void {
    this.isStalled = true;
    for (const sockets of this.pairs) for (const socket of sockets) socket.pause();
  }

  /** Cuts every connection, also new ones. */
  vanish(): void {
    this.isGone = true;
    for (const sockets of this.pairs) for (const socket of sockets) socket.destroy();
  }

  resume(): void {
    this.isStalled = false;
    this.isGone = false;
    for (const sockets of this.pairs) for (const socket of sockets) socket.resume();
  }

  async stop(): Promise<void> {
    for (const sockets of this.pairs) for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(inward: Socket, outward: Socket): void {
    const pair = [inward, outward] as const;
    this.pairs.add(pair);
    for (const [from, to] of [pair, [outward, inward] as const]) {
      from.on('data', (part) => to.write(part));
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        this.pairs.delete(pair);
      });
      if (this.isStalled) from.pause();
    }
    if (this.isGone) inward.destroy();
  }
}
