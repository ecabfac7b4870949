import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { until } from '../../engines/testing/index.js';
import { freePort } from '../../testing/free-port.js';

/** Where sshd of root keeps its children without rights. */
const PRIVILEGE_FOLDER = '/run/sshd';

/** Keys, an sshd and an ssh-agent of OpenSSH in a folder of their own, for one user: who runs the tests. */
export class OpenSsh {
  readonly user = userInfo().username;
  readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), 'workbench-ssh-'));
  private sshd: ChildProcess | null = null;
  private readonly agents: ChildProcess[] = [];
  private log = '';

  private constructor(port: number) {
    this.port = port;
    writeFileSync(this.path('authorized_keys'), '', { mode: 0o600 });
    this.replaceHostKey();
  }

  /** Starts an sshd with a new host key that lets nobody in. */
  static async start(): Promise<OpenSsh> {
    const made = new OpenSsh(await freePort());
    await made.startServer();
    return made;
  }

  /** The key of the server as `ssh-keygen` prints it. */
  get fingerprint(): string {
    const line = execFileSync('ssh-keygen', ['-lf', this.path('host_key.pub')], { encoding: 'utf8' });
    return line.split(' ')[1] ?? '';
  }

  /** Sign-ins that succeeded. */
  get logins(): number {
    return this.log.split('Accepted publickey for ').length - 1;
  }

  /** A new private key as a text; only with `isLetIn` it opens the server. */
  createKey(name: string, { passphrase = '', isLetIn = true, type = 'ed25519' } = {}): string {
    keygen(this.path(name), type, passphrase);
    if (isLetIn) appendFileSync(this.path('authorized_keys'), readFileSync(this.path(`${name}.pub`)));
    return readFileSync(this.path(name), 'utf8');
  }

  /** Takes effect with the next start of the server. */
  replaceHostKey(): void {
    rmSync(this.path('host_key'), { force: true });
    rmSync(this.path('host_key.pub'), { force: true });
    keygen(this.path('host_key'), 'ed25519', '');
  }

  /** Starts an ssh-agent that holds the keys of these names; returns its socket. */
  async startAgent(names: readonly string[]): Promise<string> {
    const socket = this.path(`agent-${this.agents.length}`);
    this.agents.push(spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' }));
    await until('the agent listens', () => existsSync(socket));
    const env = { ...process.env, SSH_AUTH_SOCK: socket };
    for (const name of names) execFileSync('ssh-add', ['-q', this.path(name)], { env, stdio: 'pipe' });
    return socket;
  }

  async startServer(): Promise<void> {
    writeFileSync(this.path('sshd_config'), this.config());
    if (process.getuid?.() === 0) mkdirSync(PRIVILEGE_FOLDER, { recursive: true, mode: 0o755 });
    const program = process.env.SSHD_PATH ?? '/usr/sbin/sshd';
    const sshd = spawn(program, ['-D', '-e', '-f', this.path('sshd_config')], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.sshd = sshd;
    sshd.stderr.on('data', (text: Buffer) => (this.log += text.toString()));
    await until('sshd listens', () => {
      if (sshd.exitCode !== null) throw new Error(`sshd has ended: ${this.log}`);
      return isListening(this.port);
    });
  }

  /** Kills the server and every connection to it. */
  async killServer(): Promise<void> {
    const { sshd } = this;
    if (sshd?.pid === undefined) return;
    this.sshd = null;
    const ended = new Promise((resolve) => sshd.once('exit', resolve));
    for (const pid of [sshd.pid, ...descendantsOf(sshd.pid)]) kill(pid);
    await ended;
  }

  async stop(): Promise<void> {
    await this.killServer();
    for (const agent of this.agents) agent.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private path(name: string): string {
    return join(this.folder, name);
  }

  private config(): string {
    return [
      ...['ListenAddress 127.0.0.1', `Port ${this.port}`, `HostKey ${this.path('host_key')}`],
      ...[`AuthorizedKeysFile ${this.path('authorized_keys')}`, 'PidFile none', 'UsePAM no', 'StrictModes no'],
      ...['PasswordAuthentication no', 'KbdInteractiveAuthentication no', 'AllowTcpForwarding yes', ''],
    ].join('\n');
  }
}

function keygen(path: string, type: string, passphrase: string): void {
  execFileSync('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-C', 'workbench test', '-f', path]);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Each connection to sshd has processes in a session of their own, which a signal to the server does not reach. */
function descendantsOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = lines.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid);
  return children.flatMap(([child = 0]) => [child, ...descendantsOf(child)]);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
