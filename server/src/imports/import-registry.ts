import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { Actor } from '#libs/access';
import { replacedFile } from '#libs/imports';
import { Clock, Problem, WorkFolders } from '../platform/index.js';
import type { ImportRecord } from './import-record.js';

/** Files of one person; another one takes the place of one that is not in use. */
const MAX_PER_PERSON = 8;
/** A file that was not used for so long is removed. */
const EXPIRES_AFTER_MS = 3_600_000;
const SWEEP_EVERY_MS = 60_000;

/** The imports of this process, each with its file. */
@Injectable()
export class ImportRegistry implements BeforeApplicationShutdown {
  private readonly records = new Map<string, ImportRecord>();

  constructor(
    private readonly folders: WorkFolders,
    private readonly clock: Clock,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.all().map((record) => this.remove(record)));
  }

  /** Throws `person-limit` where all files of the person are in use. */
  async makeRoom(actor: Actor): Promise<void> {
    const own = this.all().filter((record) => record.origin.actor.userId === actor.userId);
    if (own.length < MAX_PER_PERSON) return;
    const idle = replacedFile(own, this.clock.now());
    if (idle === null)
      throw new Problem(
        'person-limit',
        `You have ${own.length} files in use. Remove one, or close its page and wait two minutes.`,
      );
    await this.remove(idle);
  }

  add(record: ImportRecord): void {
    this.records.set(record.origin.id, record);
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
    const isExpired = (one: ImportRecord) => one.usedAtMs < before && !one.isBusy;
    for (const record of this.all().filter(isExpired)) await this.remove(record);
  }
}
