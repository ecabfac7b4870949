import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { bubblewrapCommand, bubblewrapFor, type Bubblewrap } from './bubblewrap.js';
import type { ChildOptions, ChildUse, Command } from './child-options.js';
import { childSettings } from './child-settings.js';
import { ChildNote, MARK_VARIABLE } from './child-records.js';
import { endedWithParent, limitedCommand, SYSTEM_PATH } from './limited-command.js';
import { withTaskLimit } from './limited-tasks.js';
import { liveChildren } from './live-children.js';
import { endMarked, tasksMarked } from './marked-processes.js';
import { processTree, tasksOf } from './process-memory.js';

/** How the workbench talks with a child. */
export interface ChildLine {
  readonly stdio: StdioOptions;
  /** Of messages over an `ipc` entry. */
  readonly serialization?: 'json' | 'advanced';
  /** Called when the child has to end because the workbench itself ends at once. */
  readonly onExit?: () => void;
}

/**
 * A child process of the workbench, with limits of memory, time and files, a lower CPU priority, an environment of its own
 * and, where bubblewrap works, no files but those it is given and no network. It is listed for administrators while it
 * runs, ends with the workbench, and is found and ended by the next start where the workbench died.
 */
export class Child {
  readonly startedAt = new Date();

  private constructor(
    readonly process: ChildProcess,
    readonly use: ChildUse,
    readonly isConfined: boolean,
    private readonly note: ChildNote,
    private readonly mayStartOthers: boolean,
    private readonly onExit: () => void,
  ) {
    // Without a listener the event would end the workbench.
    this.process.on('error', () => this.forget());
    this.process.on('exit', () => this.forget());
    if (process.pid === undefined) {
      this.forget();
      return;
    }
    try {
      note.started(process.pid);
    } catch (error) {
      this.kill();
      throw error;
    }
    liveChildren.add(this);
  }

  /**
   * Starts one. Rejects where it is to be confined and cannot be. Where the system starts no more processes, `pid` is null
   * and an `error` event follows.
   */
  static async start(options: ChildOptions, line: ChildLine): Promise<Child> {
    const bubblewrap = await bubblewrapFor(childSettings().confinement);
    const note = new ChildNote(childSettings().recordFolder);
    const [file, ...parameters] = wholeCommand(options, bubblewrap);
    const child = spawn(file, parameters, {
      detached: true,
      windowsHide: true,
      ...(options.folder === null ? {} : { cwd: options.folder }),
      env: { ...environmentOf(options), [MARK_VARIABLE]: note.mark },
      stdio: line.stdio,
      ...(line.serialization === undefined ? {} : { serialization: line.serialization }),
    });
    const isConfined = bubblewrap !== null;
    const { use, mayStartOthers = false } = options;
    return new Child(child, use, isConfined, note, mayStartOthers, line.onExit ?? (() => undefined));
  }

  /** The process that was started; under bubblewrap the program is one of its children. */
  get pid(): number | null {
    return this.process.pid ?? null;
  }

  /** Ends it at once, with all that it has started. */
  kill(): void {
    const { pid } = this;
    if (pid === null || this.hasEnded()) return;
    liveChildren.delete(this);
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      this.process.kill('SIGKILL');
    }
  }

  /** Asks its program to end: bubblewrap would end at once and the program with it. */
  async terminate(): Promise<void> {
    const { pid } = this;
    if (pid === null || this.hasEnded()) return;
    const program = (await processTree(pid)).at(-1) ?? pid;
    if (this.hasEnded()) return;
    try {
      process.kill(program, 'SIGTERM');
    } catch {
      // It has ended meanwhile.
    }
  }

  /**
   * Processes and threads that it consists of now, itself and all that it has started; counted no further than `most`.
   * `isThorough` finds those that no longer belong to its tree, too, which reads all processes of the machine.
   */
  async countTasks(most: number, isThorough = false): Promise<number> {
    const { pid } = this;
    if (pid === null) return 0;
    const { tasks, pids } = await tasksOf(pid, most);
    // A confined process cannot leave the tree of its namespace.
    if (tasks > most || this.isConfined || !isThorough) return tasks;
    return tasks + (await tasksMarked(this.note.mark, new Set(pids)));
  }

  killAtExit(): void {
    this.kill();
    this.note.remove();
    this.onExit();
  }

  private hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** What it has started ends with it. */
  private forget(): void {
    liveChildren.delete(this);
    this.note.remove();
    const { pid } = this;
    // Under bubblewrap the system does that.
    if (pid === null || this.isConfined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing of its group is left.
    }
    if (this.mayStartOthers) void endMarked(this.note.mark);
  }
}

/** The environment that it gets, beside what the caller gives: where programs and temporary files are. */
function environmentOf({ env, folder }: ChildOptions): Record<string, string> {
  return {
    ...inheritedVariables(['TZ', 'SystemRoot']),
    PATH: process.platform === 'win32' ? (process.env.PATH ?? '') : SYSTEM_PATH,
    ...(folder === null ? {} : { TMPDIR: folder, TEMP: folder, TMP: folder }),
    ...env,
  };
}

/** Variables of the workbench by their names, where it has them. */
export function inheritedVariables(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

function wholeCommand({ command, limits, ...places }: ChildOptions, bubblewrap: Bubblewrap | null): Command {
  const inner =
    bubblewrap === null
      ? endedWithParent(command)
      : bubblewrapCommand(bubblewrap, places, withTaskLimit(limits.tasks, command));
  return limitedCommand(limits, inner);
}
