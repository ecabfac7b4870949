import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { Clock, Problem, State } from '../../platform/index.js';
import { FileRemovalRecord } from './file-removal.entity.js';
import { OutputStore } from './output-store.js';
import { withinPatience } from './within-patience.js';

const LOOK_EVERY_MS = 3_600_000;
/** An output may be on a disk that is not mounted: one that is missing is looked for so long. */
const LOOKED_FOR_MS = 30 * 24 * 3_600_000;
/** A statement takes some ten thousand values. */
const MOST_AT_ONCE = 1_000;
/** Each removal that hangs keeps a thread, and all files of the process share four. */
const MOST_HANGING = { own: 1, others: 2 } as const;

type Removal = Pick<FileRemovalRecord, 'path' | 'isOutput' | 'notedAt'>;

/**
 * Removes files that are no longer needed. What cannot be removed is no failure of the work that it belongs to: it is
 * written down, and tried again each hour until it is gone.
 */
@Injectable()
export class FileRemovals {
  private readonly atWork = new Map<string, Promise<boolean>>();
  private readonly hanging = new Set<string>();
  private looking: Promise<void> | null = null;

  constructor(
    private readonly state: State,
    private readonly store: OutputStore,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(FileRemovals.name);
  }

  /** Removes files and folders; answers those that could not be removed within some seconds. Never rejects. */
  async remove(paths: readonly string[]): Promise<string[]> {
    const left: string[] = [];
    const notedAt = this.clock.now();
    for (const path of paths) if (!(await this.attempt({ path, isOutput: false, notedAt }))) left.push(path);
    return left;
  }

  /** Writes down what is to be removed. Belongs into the transaction after whose commit it is not needed any more. */
  async note(manager: EntityManager, paths: readonly string[], isOutput = false): Promise<FileRemovalRecord[]> {
    const notedAt = this.clock.now();
    const removals = paths.map((path) => ({ id: randomUUID(), path, isOutput, notedAt }));
    if (removals.length > 0) await manager.insert(FileRemovalRecord, removals);
    return removals;
  }

  /** Removes what was written down; what cannot be removed now stays written down. Never rejects. */
  async carryOut(removals: readonly FileRemovalRecord[]): Promise<void> {
    const gone: string[] = [];
    for (const removal of removals) if (await this.attempt(removal)) gone.push(removal.id);
    if (gone.length === 0) return;
    try {
      for (let from = 0; from < gone.length; from += MOST_AT_ONCE) {
        const id = In(gone.slice(from, from + MOST_AT_ONCE));
        await this.state.transaction((manager) => manager.delete(FileRemovalRecord, { id }));
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'could not record removed files');
    }
  }

  /** Tries again what could not be removed, or what a process that ended did not come to. Never rejects. */
  @Interval(LOOK_EVERY_MS)
  lookAgain(): Promise<void> {
    return (this.looking ??= this.carryOutAll().finally(() => (this.looking = null)));
  }

  private async carryOutAll(): Promise<void> {
    try {
      await this.carryOut(await this.state.manager.find(FileRemovalRecord));
    } catch (error) {
      this.logger.warn({ err: error }, 'could not look for files to be removed');
    }
  }

  /** False where it is still there after some seconds. Never rejects. */
  private async attempt(removal: Removal): Promise<boolean> {
    const { path } = removal;
    if (!this.atWork.has(path) && this.isHangingLike(path)) return false;
    const removed = this.atWork.get(path) ?? this.begin(removal);
    const isGone = await withinPatience(removed);
    if (isGone === null && this.atWork.has(path)) this.hanging.add(path);
    return isGone ?? false;
  }

  /** A disk of backups that hangs holds up no removal of the workbench's own files, where a password may lie. */
  private isHangingLike(path: string): boolean {
    const isOwn = this.store.isOwn(path);
    const alike = [...this.hanging].filter((one) => this.store.isOwn(one) === isOwn);
    return alike.length >= (isOwn ? MOST_HANGING.own : MOST_HANGING.others);
  }

  /** Whether it is gone, and not on a disk that may come back. */
  private async removeNow({ path, isOutput, notedAt }: Removal): Promise<boolean> {
    if (isOutput) return this.removeOutput(path, this.clock.now() >= notedAt + LOOKED_FOR_MS);
    await this.store.remove(path);
    return true;
  }

  /** Whether it is gone; after a while also where its folder is. One that is there and cannot be removed stays noted. */
  private async removeOutput(path: string, isLate: boolean): Promise<boolean> {
    try {
      return (await this.store.removeKept(path)) || isLate;
    } catch (error) {
      const isAway = error instanceof Problem && error.code === 'output-unavailable';
      if (isAway) return isLate;
      throw error;
    }
  }

  private begin(removal: Removal): Promise<boolean> {
    const { path } = removal;
    const removed = this.removeNow(removal).catch((error: unknown) => {
      this.logger.warn({ err: error, path }, 'a file could not be removed');
      return false;
    });
    const settled = removed.finally(() => {
      this.atWork.delete(path);
      this.hanging.delete(path);
    });
    this.atWork.set(path, settled);
    return settled;
  }
}
