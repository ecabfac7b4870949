import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverProgram } from '../../../tools/jest/server-program.mjs';

/** On a busy machine the state may not answer in time; whatever supervises the workbench starts it again. */
const ATTEMPTS = 3;
const ADDRESS = /http:\S+$/;

/** The whole workbench in a process of its own, as `npm start` runs it. */
export class ServerProcess {
  private log = '';

  private child: ChildProcess;

  private constructor(
    readonly home: string,
    private readonly program: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {
    this.child = this.spawn();
  }

  origin = '';
  /** The code that makes the first administrator; empty where none was printed. */
  setUpCode = '';

  /** Starts one in a new state directory and waits for its address. */
  static async start(connections: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
    const program = await serverProgram();
    for (let attempt = 1; ; attempt += 1) {
      const home = mkdtempSync(join(tmpdir(), 'server-process-'));
      writeFileSync(join(home, 'connections.yaml'), connections);
      const server = new ServerProcess(home, program, env);
      if (await server.ready()) return server;
      await server.stop('SIGKILL');
      if (attempt === ATTEMPTS || !server.log.includes('Try again')) throw new Error(server.log);
    }
  }

  /** Starts it anew in its state directory after it has ended. */
  async restart(): Promise<void> {
    this.child = this.spawn();
    if (!(await this.ready())) throw new Error(this.log);
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  /** Sends a signal and resolves with the exit code, or null where the signal ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill(signal);
      await ended;
    }
    return this.child.exitCode;
  }

  /** Ends it and removes its folder. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.end(signal);
    rmSync(this.home, { recursive: true, force: true });
  }

  private spawn(): ChildProcess {
    const own = { WORKBENCH_HOME: this.home, PORT: '0', WORKBENCH_DEMO: 'off', LOG_LEVEL: 'warn' };
    const child = spawn(process.execPath, ['--no-warnings', this.program], {
      env: { ...process.env, NODE_OPTIONS: '', ...own, ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => (this.log += part));
    return child;
  }

  private async ready(): Promise<boolean> {
    if (this.child.stdout === null) throw new Error('The process has no output.');
    for await (const line of createInterface({ input: this.child.stdout })) {
      this.setUpCode = /^Set-up code: (\S+)$/.exec(line)?.[1] ?? this.setUpCode;
      this.origin = ADDRESS.exec(line)?.[0] ?? '';
      if (this.origin !== '') return true;
    }
    return false;
  }
}
