import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { extname } from 'node:path';
import type { FromPlugin, ToPlugin } from './plugin-protocol.js';

const PROGRAM = new URL(`./plugin-program${extname(import.meta.url)}`, import.meta.url);
/** Nothing of the workbench's own environment reaches a plugin: it may hold secrets. */
const PASSED_ON = ['PATH', 'LANG', 'TZ', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
const MEMORY_MEBIBYTES = 512;
/** How long a plugin that was asked to stop may take. */
const STOP_GRACE_MS = 5000;
const SAID_CHARS = 2000;

/** One plugin in a process of its own. */
export class PluginProcess {
  private readonly child: ChildProcess;
  private said = '';

  constructor(
    file: string,
    cwd: string,
    private readonly onMessage: (message: FromPlugin) => void,
  ) {
    this.child = fork(PROGRAM, [file], {
      cwd,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${MEMORY_MEBIBYTES}`],
      env: Object.fromEntries(PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.said = (this.said + text).slice(-SAID_CHARS);
    });
    this.child.on('message', (message) => this.onMessage(message as FromPlugin));
    this.child.on('error', () => undefined);
  }

  send(message: ToPlugin): void {
    if (this.child.connected) this.child.send(message, () => undefined);
  }

  /** Resolves with how the process ended, in words. */
  get ended(): Promise<string> {
    return new Promise((resolve) => {
      const tell = (code: number | null, signal: string | null) =>
        resolve(
          `Its process ended with ${code ?? signal ?? 'no code'}.${this.said === '' ? '' : ` ${lastLine(this.said)}`}`,
        );
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        tell(this.child.exitCode, this.child.signalCode);
      else this.child.once('close', tell);
    });
  }

  /** Asks it to stop, and ends it a little later. */
  stop(): void {
    this.send({ kind: 'stop' });
    setTimeout(() => this.kill(), STOP_GRACE_MS).unref();
  }

  /** The end of what it wrote to stderr. */
  get errorOutput(): string {
    return this.said;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => line.includes('Error')) ?? lines.findLast((line) => line !== '') ?? '';
}
