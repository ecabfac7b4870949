import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';
import type { ClientChannel, ConnectConfig } from 'ssh2';
import type { SshSettings } from '../engines/common-config.js';
import { ConnectFailure } from '../engines/connector.js';
import { serverText, sshFailure } from './ssh-failure.js';

/** Interval of keep-alive messages, and how many may go unanswered before the connection is closed. */
const KEEP_ALIVE_MS = 5_000;
const KEEP_ALIVE_COUNT = 3;

/** What a tunnel leads to, as the SSH server sees it. */
export interface TunnelTarget {
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** How a session signs in; the key is a PEM text. */
export interface SshLogin {
  readonly ssh: SshSettings;
  /** The socket of the agent; null where none may be used. */
  readonly agent: string | null;
  /** Milliseconds until the session has to be ready. */
  readonly readyTimeoutMs: number;
}

/** One signed-in connection to an SSH server. */
export class SshSession {
  /** Open channels. */
  channels = 0;
  /** False once it has ended. */
  isAlive = true;

  private constructor(
    private readonly client: ssh2.Client,
    private readonly ssh: SshSettings,
  ) {}

  /** Connects, checks the key of the server and signs in. Throws `ConnectFailure`. */
  static async open(login: SshLogin, onClosed: (session: SshSession) => void): Promise<SshSession> {
    const { ssh } = login;
    const client = new ssh2.Client();
    const session = new SshSession(client, ssh);
    let shown: string | null = null;
    const verify = (key: Buffer): boolean => {
      shown = fingerprintOf(key);
      return shown === ssh.hostKey;
    };
    client.on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
      answer(prompts.map(() => ssh.password ?? '')),
    );
    const closed = () => {
      session.isAlive = false;
      onClosed(session);
    };
    try {
      await new Promise<void>((resolve, reject) => {
        client.once('ready', resolve);
        // It stays, since an error without a listener would end the process.
        client.on('error', reject);
        client.once('close', () => {
          closed();
          reject(new Error('closed'));
        });
        client.connect(connectConfig(login, verify));
      });
      return session;
    } catch (error) {
      client.destroy();
      throw sshFailure(error, ssh, shown);
    }
  }

  /** Opens a channel to the target. Throws `ConnectFailure` where the server cannot reach it within the time. */
  async forward(target: TunnelTarget, timeoutMs: number): Promise<Duplex> {
    const place = `${target.host}:${target.port}`;
    const { promise, resolve, reject } = Promise.withResolvers<ClientChannel>();
    const slow = `${serverText(this.ssh)} did not reach ${place} in time.`;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new ConnectFailure('connection-timeout', slow));
    }, timeoutMs);
    const done = (error: Error | undefined, channel: ClientChannel): void => {
      if (!error && isLate) channel.destroy();
      else if (!error) resolve(channel);
      else reject(new ConnectFailure('connection-unreachable', unreachableText(this.ssh, place, error)));
    };
    try {
      if (target.host.startsWith('/')) {
        this.client.openssh_forwardOutStreamLocal(`${target.host}/.s.PGSQL.${target.port}`, done);
      } else this.client.forwardOut('127.0.0.1', 0, target.host, target.port, done);
      const channel = await promise;
      this.channels += 1;
      channel.once('close', () => (this.channels -= 1));
      return channel;
    } catch (error) {
      void promise.catch(() => undefined);
      throw error instanceof ConnectFailure ? error : sshFailure(error, this.ssh, null);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the connection and its channels. */
  end(): void {
    this.client.end();
    this.client.destroy();
  }
}

/** A key of a server as OpenSSH shows it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace('=', '')}`;
}

function connectConfig({ ssh, agent, readyTimeoutMs }: SshLogin, verify: (key: Buffer) => boolean): ConnectConfig {
  const { host, port, user: username, auth } = ssh;
  return {
    ...{ host, port, username, readyTimeout: readyTimeoutMs, hostVerifier: verify },
    ...{ keepaliveInterval: KEEP_ALIVE_MS, keepaliveCountMax: KEEP_ALIVE_COUNT },
    ...(auth === 'password' && { password: ssh.password ?? '', tryKeyboard: true }),
    ...(auth === 'key' && { privateKey: ssh.key ?? '', ...(ssh.keyPassword && { passphrase: ssh.keyPassword }) }),
    ...(auth === 'agent' && { agent: agent ?? '' }),
  };
}

function unreachableText(ssh: SshSettings, place: string, { message }: Error): string {
  const reason = message.replace(/^\(SSH\) Channel open failure:\s*/, '');
  return `${serverText(ssh)} cannot reach ${place}: ${reason || 'no reason given'}.`;
}
