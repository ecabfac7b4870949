import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { IntegrityCheck } from '../state/integrity-check.js';

const DAY_MS = 24 * 3_600_000;
/** The first pages come before the check, which takes a core and the disk. */
const FIRST_CHECK_MS = 3000;

/** Looks for damage in a SQLite state: in the background soon after the start, and once a day. */
@Injectable()
export class StateIntegrity implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly file: string | null;
  private running: IntegrityCheck | null = null;
  private timers: readonly NodeJS.Timeout[] = [];
  private found: string | null = null;
  private isStopping = false;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(StateIntegrity.name);
    this.file = config.stateDatabaseUrl === null ? join(config.home, 'state.sqlite') : null;
  }

  /** What the last check found damaged; null where it found nothing. */
  get damage(): string | null {
    return this.found;
  }

  onApplicationBootstrap(): void {
    if (this.file === null) return;
    const check = () => void this.check();
    this.timers = [setTimeout(check, FIRST_CHECK_MS).unref(), setInterval(check, DAY_MS).unref()];
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.running?.stop();
  }

  /** Checks the file now. Never rejects. */
  async check(): Promise<void> {
    if (this.file === null || this.running !== null) return;
    this.running = new IntegrityCheck(this.file);
    try {
      this.found = await this.running.damage;
      if (this.found !== null)
        this.logger.fatal({ damage: this.found }, 'the state is damaged; restore it from a copy');
    } catch (error) {
      if (!this.isStopping) this.logger.warn({ err: error }, 'the state could not be checked for damage');
    } finally {
      this.running = null;
    }
  }
}
