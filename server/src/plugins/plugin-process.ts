import { availableParallelism } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Child, inheritedVariables, programBeside } from '../platform/index.js';
import type { HostPath } from '../platform/index.js';
import { MessageReader } from './message-reader.js';
import type { FromPlugin, ToPlugin } from './plugin-protocol.js';
import { UsageWatch } from './usage-watch.js';

const PROGRAM = fileURLToPath(programBeside(import.meta.url, './plugin-program'));
const HEAP_MEBIBYTES = 512;
/** The heap, buffers, and what Node reserves and does not use. */
const MEMORY_MEBIBYTES = 1624;
const OPEN_FILES = 256;
/** Processes and threads at once; Node itself has about a dozen. */
const TASKS = 256;
/** What it may write to its folder in all. */
const OUTPUT_MEBIBYTES = 10 * 1024;
/** How long a plugin that was asked to stop may take. */
const STOP_GRACE_MS = 5000;
/** What may wait for a plugin that is busy: a largest answer, or several others. */
const MOST_UNREAD_MEBIBYTES = 512;
const COMPLAINT_CHARS = 2000;
const LINE_SEPARATORS: Readonly<Record<string, string>> = { '\u2028': '\\u2028', '\u2029': '\\u2029' };
/** How Node prints an error; the line of source above it may make one. */
const ERROR = /^(?:Uncaught )?(?:[A-Z]\w*)?Error\b(?: \[\w+\])?(?::|$)/;

/** What a plugin is started with. */
export interface PluginStart {
  readonly file: string;
  /** Its private folder. */
  readonly folder: string;
  readonly hasNetwork: boolean;
  /** Seconds after which the workbench ends it at the latest. */
  readonly timeoutS: number;
  readonly jobName: string | null;
  readonly connectionId: string | null;
  readonly onMessage: (message: FromPlugin) => void;
}

/** One plugin in a process of its own, with limits of processes, memory, time, files and messages. */
export class PluginProcess {
  /** Resolves with how the process ended, a sentence, when nothing of it runs any more. */
  readonly ended: Promise<string>;
  private readonly line: Duplex;
  private readonly watch: UsageWatch;
  private complaint = '';
  private isOver = false;
  /** Why the workbench ended it; null where it did not. */
  private excess: string | null = null;

  private constructor(
    private readonly child: Child,
    { folder, onMessage }: PluginStart,
  ) {
    this.line = child.process.stdio[3] as Duplex;
    // The end of the process is reported by `ended`.
    this.line.on('error', () => undefined);
    const messages = new MessageReader(onMessage, (reason) => this.endFor(reason));
    this.line.on('data', (chunk: Buffer) => messages.push(chunk));
    child.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaint = (this.complaint + text).slice(-COMPLAINT_CHARS);
    });
    const limits = { tasks: TASKS, memoryMebibytes: MEMORY_MEBIBYTES, folderMebibytes: OUTPUT_MEBIBYTES };
    this.watch = new UsageWatch({ child, folder, ...limits }, (reason) => this.endFor(reason));
    this.ended = this.untilEnded();
  }

  /** Starts one. Rejects where it is to be confined and cannot be. */
  static async start(start: PluginStart): Promise<PluginProcess> {
    const { file, folder, hasNetwork, timeoutS, connectionId, jobName } = start;
    const connectionIds = new Set(connectionId === null ? [] : [connectionId]);
    const child = await Child.start(
      {
        command: [process.execPath, `--max-old-space-size=${HEAP_MEBIBYTES}`, '--no-warnings', PROGRAM, file],
        use: { engine: 'plugin', purpose: 'plugin', connectionIds, jobName },
        limits: {
          memoryMebibytes: MEMORY_MEBIBYTES,
          cpuSeconds: Math.ceil(timeoutS * availableParallelism()),
          openFiles: OPEN_FILES,
          tasks: TASKS,
          fileMebibytes: OUTPUT_MEBIBYTES,
        },
        paths: pathsOf(file),
        ...{ folder, hasNetwork, mayStartOthers: true, env: inheritedVariables(['LANG']) },
      },
      { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
    );
    return new PluginProcess(child, start);
  }

  send(message: ToPlugin): void {
    if (this.isOver || !this.line.writable) return;
    this.line.write(`${inOneLine(message)}\n`);
    if (this.line.writableLength > MOST_UNREAD_MEBIBYTES * 1024 * 1024)
      this.endFor(`The plugin left more than ${MOST_UNREAD_MEBIBYTES} MiB of answers unread. It was ended.`);
  }

  /** Asks it to stop, and ends it a little later. */
  stop(): void {
    this.send({ kind: 'stop' });
    setTimeout(() => this.kill(), STOP_GRACE_MS).unref();
  }

  /** The end of what it wrote to stderr. */
  get errorOutput(): string {
    return this.complaint;
  }

  kill(): void {
    this.watch.stop();
    this.child.kill();
  }

  private endFor(reason: string): void {
    this.excess ??= reason;
    this.kill();
  }

  private async untilEnded(): Promise<string> {
    const { process: child } = this.child;
    const end = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`Its process could not be started: ${error.message}`));
      child.once('close', (code, signal) => resolve(`Its process ended with ${code ?? signal ?? 'no code'}.`));
    });
    this.isOver = true;
    this.watch.stop();
    this.line.destroy();
    if (this.excess !== null) return this.excess;
    return this.complaint === '' ? end : `${end} ${lastLine(this.complaint)}`;
  }
}

/** A plugin sees its own file, files of its own beside it in a folder of its name, and packages that plugins share. */
function pathsOf(file: string): HostPath[] {
  const folder = dirname(file);
  const own = basename(file, extname(file));
  const others = [own, 'node_modules', 'package.json'].map((name) => join(folder, name));
  return [file, ...others].map((path) => ({ path, isWritable: false }));
}

function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.find((line) => ERROR.test(line)) ?? lines.findLast((line) => line !== '') ?? '';
}

/** JSON leaves U+2028 and U+2029 as they are, which end a line for Node's reader of lines. */
function inOneLine(message: ToPlugin): string {
  return JSON.stringify(message).replaceAll(/[\u2028\u2029]/g, (separator) => LINE_SEPARATORS[separator] ?? separator);
}
