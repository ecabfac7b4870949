import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { CHAIN_BEGIN } from '#libs/audit';
import type { ChainHead } from '#libs/audit';
import { Clock, State, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { AuditLog } from './audit-log.js';
import { AuditRecorder } from './audit-recorder.service.js';
import { HEADS_FILE, headLine, readHeads } from './head-notes.js';

/** Entries younger than this can be cut off without a note of them. */
const NOTE_EVERY_MS = 60_000;

/**
 * Notes from time to time where the chain stands, in a file beside the state: a chain cannot report by itself that its last
 * entries are gone. The file only grows, so that it can be made append-only or be shipped away line by line.
 */
@Injectable()
export class AuditHeads implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly file: string;
  private lastNoted: ChainHead = CHAIN_BEGIN;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly state: State,
    private readonly log: AuditLog,
    private readonly recorder: AuditRecorder,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AuditHeads.name);
    this.file = join(config.home, HEADS_FILE);
  }

  async onApplicationBootstrap(): Promise<void> {
    const noted = (await this.kept()).at(-1) ?? CHAIN_BEGIN;
    const head = await this.head();
    if (head.sequence < noted.sequence) {
      this.logger.error({ noted: noted.sequence, present: head.sequence }, 'the last entries of the audit are missing');
    }
    this.lastNoted = noted;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recorder.flush();
    await this.note();
  }

  /** The heads that were noted so far. */
  kept(): Promise<ChainHead[]> {
    return readHeads(this.file);
  }

  /** Notes where the chain stands, unless that is noted already. Never rejects. */
  @Interval(NOTE_EVERY_MS)
  async note(): Promise<void> {
    try {
      const head = await this.head();
      if (head.hash === this.lastNoted.hash) return;
      // A power cut must not take entries of which there is a note.
      await this.state.flushed();
      await appendFile(this.file, headLine(head, this.clock.isoNow()), { mode: 0o600 });
      this.lastNoted = head;
    } catch (error) {
      this.logger.error({ err: error }, 'the head of the audit could not be noted');
    }
  }

  private head(): Promise<ChainHead> {
    return this.state.transaction((manager) => this.log.head(manager));
  }
}
