import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import type { Actor } from '#libs/access';
import { replacedFile } from '#libs/imports';
import { Clock, Problem, WorkFolders } from '../platform/index.js';
import type { ImportRecord } from './import-record.js';
import type { FileToCome } from './staging/receive-part.js';

/** Files of one person; another one takes the place of one that is not in use. */
const MAX_PER_PERSON = 8;
/** A file that was not used for so long is removed. */
const EXPIRES_AFTER_MS = 3_600_000;
const SWEEP_EVERY_MS = 60_000;

/** The imports of this process, each with its file. */
@Injectable()
export class ImportRegistry implements BeforeApplicationShutdown {
  private readonly records = new Map<string, ImportRecord>();
  /** Places of files that are being made, by person. */
  private readonly reserved = new Map<string, number>();

  constructor(
    private readonly folders: WorkFolders,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ImportRegistry.name);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.all().map((record) => this.remove(record)));
  }

  /**
   * Takes what `make` makes for a person, in the place of a file that is not in use where that is the last one. Throws
   * `person-limit` where all are in use; what keeps `make` from making it gives the place back.
   */
  async add(actor: Actor, make: () => Promise<ImportRecord>): Promise<ImportRecord> {
    const { userId } = actor;
    const leaving = this.reserve(userId);
    try {
      await leaving;
      const record = await make();
      this.records.set(record.origin.id, record);
      return record;
    } finally {
      const left = (this.reserved.get(userId) ?? 1) - 1;
      if (left === 0) this.reserved.delete(userId);
      else this.reserved.set(userId, left);
    }
  }

  /** Files that are sent or read, from the oldest to `last`. */
  comingUpTo(last: ImportRecord): FileToCome[] {
    const all = this.all();
    const older = all.slice(0, all.indexOf(last) + 1);
    return older
      .filter(({ status }) => status === 'uploading' || status === 'reading')
      .map(({ origin: { sizeBytes }, receivedBytes }) => ({ sizeBytes, leftBytes: sizeBytes - receivedBytes }));
  }

  /** The import of that id, where it is `actor`'s own; throws `import-not-found`. */
  get(actor: Actor, id: string): ImportRecord {
    const record = this.records.get(id);
    if (record?.origin.actor.userId !== actor.userId) throw new Problem('import-not-found');
    record.usedAtMs = this.clock.now();
    return record;
  }

  /** Oldest first. */
  all(): ImportRecord[] {
    return [...this.records.values()];
  }

  /** Ends what goes on and removes the file. */
  async remove(record: ImportRecord): Promise<void> {
    this.records.delete(record.origin.id);
    record.cancel();
    await record.work;
    await record.staged?.close();
    await this.folders.remove(record.origin.folder);
  }

  @Interval(SWEEP_EVERY_MS)
  async removeExpired(): Promise<void> {
    const before = this.clock.now() - EXPIRES_AFTER_MS;
    for (const record of this.all()) {
      // Asked again for each: removing one takes time, in which another may be used.
      if (record.usedAtMs >= before || record.isBusy || !this.records.has(record.origin.id)) continue;
      try {
        await this.remove(record);
      } catch (error) {
        this.logger.warn({ err: error }, 'could not remove a file that was not used any more');
      }
    }
  }

  /** Takes a place before anything is waited for: of requests at once each sees the places of the others. */
  private reserve(userId: string): Promise<void> {
    const own = this.all().filter((record) => record.origin.actor.userId === userId);
    const reserved = this.reserved.get(userId) ?? 0;
    let leaving = Promise.resolve();
    if (own.length + reserved >= MAX_PER_PERSON) {
      const idle = replacedFile(own, this.clock.now());
      if (idle === null)
        throw new Problem(
          'person-limit',
          `You have ${own.length + reserved} files in use. Remove one, or close its page and wait two minutes.`,
        );
      leaving = this.remove(idle);
    }
    this.reserved.set(userId, reserved + 1);
    return leaving;
  }
}
