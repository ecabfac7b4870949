import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { State } from '../platform/index.js';
import { SessionRecord } from './sessions/session.entity.js';
import { TokenRecord } from './tokens/token.entity.js';

/** That something is in use is written down at most this often. */
const WRITE_EVERY_MS = 60_000;

/** When a sign-in or a token was last used: exact in memory, and on disk to the minute. Milliseconds since the epoch. */
export interface LastUse {
  readonly id: string;
  lastUsedAt: number | null;
  writtenAt: number | null;
}

/** Writes down what was last used when, beside the requests that use it. */
@Injectable()
export class LastUseWriter implements OnModuleDestroy {
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: State,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(LastUseWriter.name);
  }

  async onModuleDestroy(): Promise<void> {
    await this.writing;
  }

  /** Takes note that something is used at `now`. */
  note(use: LastUse, record: typeof SessionRecord | typeof TokenRecord, now: number): void {
    use.lastUsedAt = now;
    if (use.writtenAt !== null && now < use.writtenAt + WRITE_EVERY_MS) return;
    use.writtenAt = now;
    const lastUsedAt = new Date(now).toISOString();
    this.writing = this.state
      .transaction((manager) => manager.update(record, { id: use.id }, { lastUsedAt }))
      .then(
        () => undefined,
        (error: unknown) => this.logger.error({ err: error }, 'could not record the last use'),
      );
  }
}
