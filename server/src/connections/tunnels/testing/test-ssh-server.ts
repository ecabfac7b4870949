import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import ssh2 from 'ssh2';
import { fingerprintOf } from '../ssh-session.js';
import { sshKeyPair } from './ssh-key-pair.js';

/** Who is let in by the server. */
export interface TestSshUser {
  readonly name: string;
  readonly password: string;
  /** In the format of OpenSSH. */
  readonly publicKey: string;
}

/** A real SSH server in this process that only forwards, behind a relay that can be frozen and cut. */
export class TestSshServer {
  /** Sign-ins that succeeded. */
  logins = 0;
  /** Channels that were opened. */
  forwards = 0;
  /** Refuses forwards while true. */
  refusesForwards = false;
  private readonly sockets = new Set<Socket>();
  private readonly server: ssh2.Server;
  private readonly relay: Server;
  private isFrozen = false;

  private constructor(
    hostKey: string,
    readonly fingerprint: string,
    private readonly user: TestSshUser,
  ) {
    this.server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => this.serve(client));
    this.relay = createServer((socket) => this.pass(socket));
  }

  /** Starts one with a new key. */
  static async start(user: TestSshUser, port = 0): Promise<TestSshServer> {
    const keys = sshKeyPair();
    const parsed = ssh2.utils.parseKey(keys.public);
    if (parsed instanceof Error) throw parsed;
    const made = new TestSshServer(keys.private, fingerprintOf(parsed.getPublicSSH()), user);
    await new Promise<void>((resolve) => made.server.listen(0, '127.0.0.1', resolve));
    await new Promise<void>((resolve) => made.relay.listen(port, '127.0.0.1', resolve));
    return made;
  }

  get port(): number {
    return (this.relay.address() as AddressInfo).port;
  }

  /** Connections of clients and their continuations. */
  get openConnections(): number {
    return this.sockets.size;
  }

  /** Cuts every connection without a word. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Neither passes anything on nor closes anything, until `thaw`. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.pause().unpipe();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.relay.close(resolve));
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private pass(socket: Socket): void {
    this.keep(socket);
    if (this.isFrozen) return;
    const { port } = this.server.address() as AddressInfo;
    const inner = connect(port, '127.0.0.1');
    this.keep(inner);
    socket.once('close', () => inner.destroy());
    inner.once('close', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
  }

  private serve(client: ssh2.Connection): void {
    client.on('error', () => undefined);
    client.on('authentication', (context) => (this.accepts(context) ? context.accept() : context.reject()));
    client.once('ready', () => (this.logins += 1));
    client.on('tcpip', (accept, reject, { destIP, destPort }) => {
      if (this.refusesForwards) {
        reject();
        return;
      }
      const target = connect(destPort, destIP);
      target.once('error', () => reject());
      target.once('connect', () => {
        this.forwards += 1;
        const channel = accept();
        channel.on('error', () => target.destroy());
        target.on('error', () => channel.destroy());
        target.once('close', () => channel.destroy());
        channel.once('close', () => target.destroy());
        target.pipe(channel).pipe(target);
      });
    });
  }

  private accepts(context: ssh2.AuthContext): boolean {
    if (context.username !== this.user.name) return false;
    if (context.method === 'password') return context.password === this.user.password;
    if (context.method !== 'publickey') return false;
    const known = ssh2.utils.parseKey(this.user.publicKey);
    if (known instanceof Error || !known.getPublicSSH().equals(context.key.data)) return false;
    if (context.signature === undefined || context.blob === undefined) return true;
    return known.verify(context.blob, context.signature, context.hashAlgo);
  }
}
