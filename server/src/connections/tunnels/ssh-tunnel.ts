import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { SingleFlight } from '#libs/async';
import type { SshSettings } from '../engines/common-config.js';
import { ConnectFailure } from '../engines/connector.js';
import { serverText } from './ssh-failure.js';
import { SshSession } from './ssh-session.js';
import type { SshLogin, TunnelTarget } from './ssh-session.js';

/** Where a tunnel is entered on this machine. */
export interface TunnelEndpoint {
  readonly host: string;
  readonly port: number;
}

/** What a tunnel needs to know. */
export interface TunnelOptions {
  readonly ssh: SshSettings;
  readonly target: TunnelTarget;
  readonly agent: string | null;
  /** Milliseconds that a caller waits for a connection through it. */
  readonly connectTimeoutMs: number;
  /** The SSH session ends after this long without a connection through it. */
  readonly idleMs?: number;
}

const LOOPBACK = '127.0.0.1';
const IDLE_MS = 300_000;
/** The shares of the caller's patience that the sign-in and the way behind it may take. */
const SIGN_IN_SHARE = 0.6;
const FORWARD_SHARE = 0.3;

/**
 * A port of this machine behind which a server is reached through an SSH server. All connections share one SSH session,
 * which opens with the first of them, anew after it was lost, and ends when it is idle.
 */
export class SshTunnel {
  private readonly sockets = new Set<Socket>();
  private readonly opening = new SingleFlight<SshSession>();
  private session: SshSession | null = null;
  private fault: ConnectFailure | null = null;
  private idleTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  private constructor(
    private readonly options: TunnelOptions,
    private readonly server: Server,
    readonly endpoint: TunnelEndpoint,
  ) {}

  /** Listens; the SSH server is contacted by the first connection. */
  static async listen(options: TunnelOptions): Promise<SshTunnel> {
    const server = createServer({ pauseOnConnect: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, LOOPBACK, resolve);
    });
    server.unref();
    const { port } = server.address() as AddressInfo;
    const tunnel = new SshTunnel(options, server, { host: LOOPBACK, port });
    server.on('connection', (socket) => void tunnel.carry(socket));
    return tunnel;
  }

  /** Why the last connection did not get through to the server; null where it did. */
  get failure(): ConnectFailure | null {
    return this.fault;
  }

  /** Ends everything; the tunnel is of no use afterwards. */
  close(): void {
    this.isClosed = true;
    this.server.close();
    if (this.idleTimer) clearTimeout(this.idleTimer);
    for (const socket of this.sockets) socket.destroy();
    this.session?.end();
    this.session = null;
  }

  /** Joins a connection of this machine to a channel. Never rejects. */
  private async carry(socket: Socket): Promise<void> {
    this.keep(socket);
    try {
      const session = await this.current();
      const channel = await this.forward(session);
      this.fault = null;
      if (socket.destroyed) channel.destroy();
      channel.on('error', () => socket.destroy());
      channel.once('close', () => socket.destroy());
      socket.once('close', () => channel.destroy());
      socket.pipe(channel).pipe(socket);
    } catch (error) {
      if (!this.isClosed) this.fault = asFailure(error, this.options.ssh);
      socket.destroy();
    }
  }

  private keep(socket: Socket): void {
    if (this.idleTimer) clearTimeout(this.idleTimer);
    this.idleTimer = null;
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.sockets.delete(socket);
      if (this.sockets.size === 0 && !this.isClosed) this.endWhenIdle();
    });
  }

  private endWhenIdle(): void {
    this.idleTimer = setTimeout(() => {
      this.session?.end();
      this.session = null;
    }, this.options.idleMs ?? IDLE_MS).unref();
  }

  private current(): Promise<SshSession> {
    if (this.session?.isAlive === true) return Promise.resolve(this.session);
    return this.opening.run('', async () => {
      const { ssh, agent, connectTimeoutMs } = this.options;
      const login: SshLogin = { ssh, agent, readyTimeoutMs: connectTimeoutMs * SIGN_IN_SHARE };
      const session = await SshSession.open(login, (closed) => this.lost(closed));
      if (this.isClosed) session.end();
      this.session = session;
      return session;
    });
  }

  /** A session on which a channel takes too long may be frozen: the next connection gets a new one. */
  private async forward(session: SshSession): Promise<Awaited<ReturnType<SshSession['forward']>>> {
    try {
      return await session.forward(this.options.target, this.options.connectTimeoutMs * FORWARD_SHARE);
    } catch (error) {
      const isSlow = error instanceof ConnectFailure && error.code === 'connection-timeout';
      if (isSlow && this.session === session) this.session = null;
      if (isSlow && session.channels === 0) session.end();
      throw error;
    }
  }

  private lost(session: SshSession): void {
    if (this.session !== session) return;
    this.session = null;
    if (!this.isClosed && this.sockets.size > 0) {
      const text = `The connection to ${this.options.ssh.host}:${this.options.ssh.port} (SSH) was lost.`;
      this.fault = new ConnectFailure('connection-unreachable', text);
    }
  }
}

function asFailure(error: unknown, ssh: SshSettings): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  return new ConnectFailure('connection-unreachable', `${serverText(ssh)} cannot be used.`);
}
