import { HostClient, type HostListener } from './host-client.js';
import { HostProcess, type HostEnd } from './host-process.js';
import { hostSettings } from './host-settings.js';
import { hostMemoryMebibytes } from './host-memory.js';
import type { HostPurpose } from './host-process.js';
import { programBeside } from '../../../platform/index.js';
import type { HostPath } from '../../../platform/index.js';
import type { HostNotification } from './protocol.js';

const PROGRAM = programBeside(import.meta.url, './program/host-program');
/** How long closing the databases may take before the process is ended anyway: a checkpoint writes what is in memory. */
const END_LIMIT_MS = 10_000;

/** One user of a host: a connector, the sorter, the parser. */
export interface HostUser extends HostListener {
  /** The process has ended without being asked to. */
  crashed(end: HostEnd): void;
  /** The host was not used for a while, and it is about to end. */
  expired(): void;
}

/** What a host is started for. */
export interface HostStart {
  readonly purpose: HostPurpose;
  readonly paths: readonly HostPath[];
  /** Milliseconds without a use after which it ends, where that is less than `HostSettings.idleMs`. */
  readonly idleMs?: number;
  /** Called once, when it takes no new users any more, with its end. */
  readonly onOver?: (ended: Promise<unknown>) => void;
}

/** A running host with its users. It ends when none of them has needed it for a while. */
export class EngineHost {
  readonly client: HostClient;
  private readonly users = new Set<HostUser>();
  private holds = 0;
  private lastId = 0;
  private idleTimer: NodeJS.Timeout | null = null;
  private isEnding = false;
  isOver = false;

  private constructor(
    private readonly process: HostProcess,
    private readonly onOver: (ended: Promise<unknown>) => void,
    private readonly ownIdleMs: number,
  ) {
    const listener = { message: (message: HostNotification) => this.pass(message) };
    this.client = new HostClient(
      process.line,
      listener,
      (isBusy) => this.busy(isBusy),
      () => this.giveUp(),
    );
    process.keepAlive(false);
    void process.ended.then((end) => this.over(end));
  }

  /** Starts a host. Throws where its process must be confined and cannot be. */
  static async start({ purpose, paths, idleMs = Infinity, onOver = () => undefined }: HostStart): Promise<EngineHost> {
    const memoryMebibytes = hostMemoryMebibytes();
    const process = await HostProcess.start({ purpose, program: PROGRAM, memoryMebibytes, paths });
    return new EngineHost(process, onOver, idleMs);
  }

  get isConfined(): boolean {
    return this.process.isConfined;
  }

  /** Ids of connectors, sessions and scratch connections. */
  nextId(): number {
    return ++this.lastId;
  }

  /** `connectionId` names the connection that uses it, if one does. */
  join(user: HostUser, connectionId?: string): void {
    this.users.add(user);
    if (connectionId !== undefined) this.process.connectionIds.add(connectionId);
    this.watchIdleness();
  }

  /** The last user ends the process; resolves when it has ended. */
  async leave(user: HostUser, connectionId?: string): Promise<void> {
    this.users.delete(user);
    if (connectionId !== undefined) this.process.connectionIds.delete(connectionId);
    if (this.users.size === 0) await this.end();
  }

  /** Keeps the host from ending as idle until the answer is called: a session is open. */
  hold(): () => void {
    this.holds++;
    this.watchIdleness();
    let isHeld = true;
    return () => {
      if (isHeld) this.holds--;
      isHeld = false;
      this.watchIdleness();
    };
  }

  /** Ends the process as one that is not needed: users find another one with their next use. Never rejects. */
  async retire(): Promise<void> {
    for (const user of [...this.users]) user.expired();
    this.users.clear();
    await this.end();
  }

  /** Closes the databases and ends the process. Never rejects. */
  async end(): Promise<void> {
    this.stopped();
    if (!this.isEnding) {
      this.isEnding = true;
      this.process.expectEnd();
      this.client.send({ op: 'end' });
    }
    const limit = setTimeout(() => this.process.kill(), END_LIMIT_MS);
    await this.process.ended;
    clearTimeout(limit);
  }

  /** Ends a process that does not answer; one that works is let finish. */
  async giveUpIfFrozen(): Promise<void> {
    if (!this.isOver && !(await this.client.isAnswering())) this.giveUp();
  }

  /** Ends the process at once, in the middle of what it does. */
  kill(): void {
    this.stopped();
    this.process.kill();
  }

  /** Ends a process that no longer does what it is asked; the next use starts a new one. */
  private giveUp(): void {
    this.stopped();
    this.process.giveUp();
  }

  private busy(isBusy: boolean): void {
    this.process.keepAlive(isBusy);
    this.watchIdleness();
  }

  private watchIdleness(): void {
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    this.idleTimer = null;
    if (this.isOver || this.holds > 0 || this.client.isBusy) return;
    this.idleTimer = setTimeout(() => this.expire(), Math.min(this.ownIdleMs, hostSettings().idleMs)).unref();
  }

  private expire(): void {
    void this.retire();
  }

  private over(end: HostEnd): void {
    this.stopped();
    const users = [...this.users];
    this.users.clear();
    try {
      if (!end.isWanted) for (const user of users) user.crashed(end);
    } finally {
      this.client.end();
    }
  }

  private stopped(): void {
    if (this.idleTimer !== null) clearTimeout(this.idleTimer);
    if (this.isOver) return;
    this.isOver = true;
    this.onOver(this.process.ended);
  }

  private pass(message: HostNotification): void {
    for (const user of this.users) user.message(message);
  }
}
