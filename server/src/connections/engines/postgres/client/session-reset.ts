import { answeredInTime } from '../liveness/server-silent.js';
import type { PooledClient, PostgresSessionDeps } from '../postgres-session-deps.js';
import { commitsResetAtOnce } from '../server-version.js';

/** Makes the client of a session as new, for the next one. */
export class SessionReset {
  /** The session has run something. */
  private hasRun = false;

  constructor(
    private readonly client: PooledClient,
    private readonly deps: Pick<PostgresSessionDeps, 'isAwaited' | 'keptState' | 'onRoundTrip'>,
    private readonly giveUp: (error: Error) => void,
  ) {}

  begun(): void {
    this.hasRun = true;
  }

  /**
   * Leaves it to the next session, whose first statement takes the reset along: under load that one is at the door. False
   * where that is not possible.
   */
  leaveToNext(isNextThere: boolean): boolean {
    const { client } = this;
    if (client.hasEnded || client.getTransactionStatus() !== 'I') return false;
    if (!(isNextThere || this.deps.isAwaited()) || !commitsResetAtOnce(client.serverVersion)) return false;
    if (this.hasRun && this.deps.keptState.known !== false) return false;
    client.needsReset ||= this.hasRun;
    return true;
  }

  /** False where the client cannot be used again. */
  async run(): Promise<boolean> {
    if (this.client.hasEnded) return false;
    if (!this.hasRun && !this.client.needsReset) return true;
    if (this.hasRun && this.deps.keptState.known === true) return false;
    try {
      return await answeredInTime({ destroy: this.giveUp }, this.discardAll());
    } catch {
      return false;
    }
  }

  /** DISCARD ALL undoes everything but an open transaction, in which it cannot run, and what `KeptState` looks for. */
  private async discardAll(): Promise<boolean> {
    if (this.client.getTransactionStatus() !== 'I') await this.client.query('ROLLBACK');
    const askedAtMs = performance.now();
    await this.client.query('DISCARD ALL');
    this.client.needsReset = false;
    this.deps.onRoundTrip(performance.now() - askedAtMs);
    return !this.hasRun || !(await this.deps.keptState.ask(this.client));
  }
}
