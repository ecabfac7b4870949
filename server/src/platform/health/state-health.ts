import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { STATE_OUTAGE_TEXT } from '#libs/outages';
import { Problem } from '../problems/problem.js';
import { StateIntegrity } from './state-integrity.js';
import { State } from '../state/state.js';
import { stateUnavailable } from '../state/state-unavailable.js';

/** More frequent requests are answered with the last result. */
const PROBE_EVERY_MS = 1_000;
/** A probe without an answer after this reports an outage. */
const PROBE_LIMIT_MS = 4_500;
/** A few bytes still fit on a disk that is too full for work, so that recovery is probed with more. */
const RECOVERY_PAYLOAD = 'x'.repeat(256 * 1024);

/** Whether the state can be written, which is found out by writing. */
@Injectable()
export class StateHealth {
  private probing: Promise<Problem | null> | null = null;
  private probedAt = -Infinity;
  private isProbing = false;
  private wasOut = false;

  constructor(
    private readonly state: State,
    private readonly integrity: StateIntegrity,
    private readonly clock: Clock,
  ) {}

  /** Null while the state takes writes; `state-unavailable` or `state-damaged` else. Answers within 5 s. */
  check(): Promise<Problem | null> {
    const { damage } = this.integrity;
    if (damage !== null) return Promise.resolve(new Problem('state-damaged', STATE_OUTAGE_TEXT.damaged));
    if (this.probing === null || !(this.isProbing || this.isUpToDate())) {
      this.isProbing = true;
      this.probing = this.probe().finally(() => {
        this.isProbing = false;
        this.probedAt = performance.now();
        this.wasOut = this.state.outage !== null;
      });
    }
    return this.probing;
  }

  /** A unit of work that failed or was committed since the last probe makes its result old at once. */
  private isUpToDate(): boolean {
    return performance.now() - this.probedAt < PROBE_EVERY_MS && (this.state.outage !== null) === this.wasOut;
  }

  private async probe(): Promise<Problem | null> {
    const before = this.state.commitCount;
    const over = new AbortController();
    const tooLong = wait(PROBE_LIMIT_MS, stateUnavailable('unreachable'), { ref: false, signal: over.signal });
    tooLong.catch(() => undefined);
    const problem = await Promise.race([this.write(), tooLong]);
    over.abort();
    // Others are written meanwhile: it is busy, not away.
    return this.state.commitCount > before ? null : problem;
  }

  private async write(): Promise<Problem | null> {
    const payload = this.state.outage === 'full' ? RECOVERY_PAYLOAD : '';
    try {
      await this.state.transaction((manager) => {
        const { driver } = manager.dataSource;
        const [at, text] = [driver.createParameter('at', 0), driver.createParameter('text', 1)];
        const sql = `UPDATE state_probe SET probed_at = ${at}, payload = ${text} WHERE id = 1`;
        return manager.query(sql, [this.clock.now(), payload]);
      });
      return null;
    } catch (error) {
      return error instanceof Problem ? error : stateUnavailable('failing', error);
    }
  }
}
