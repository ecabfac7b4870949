import { inject, Service } from '@angular/core';
import type { Run, RunRequest } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { pause, untilAnswered } from '../../shared/http/until-answered';
import { newId } from '../../shared/ids/new-id';
import { RunsApi } from './runs-api';
import { SentRuns } from './sent-runs';
import type { SentRun } from './sent-runs';

/** The pauses before each look for a run whose answer was lost: a request may begin a while after the page has lost it. */
const LOOKS_MS = [500, 1000, 2000, 3000] as const;

/** Pauses before each look at a running run, in milliseconds: quick at first, then once a second. */
const LOOK_AFTER_MS = [50, 200, 250, 300, 400, 600, 800, 1000] as const;

const LOST = 'The answer was lost';
const LOST_DETAIL =
  'The workbench has no run of this text. It may have run before: look in the history before you run it again.';

/** Requests of runs that outlast a workbench which does not answer for a while. */
@Service()
export class RunRequests {
  private readonly api = inject(RunsApi);
  private readonly sent = inject(SentRuns);

  /**
   * Sends a text. Where the answer is lost, the run is found by the name of its request as soon as the workbench answers
   * again, and nothing is sent twice; a reload meanwhile finds it by `unanswered`. Rejects with an ApiProblem: `network`
   * where there is no such run then.
   */
  async start(tabId: string, request: RunRequest, from: Pick<SentRun, 'offset' | 'mark'>): Promise<Run> {
    const requestId = newId();
    this.sent.add(tabId, { requestId, sentAtMs: Date.now(), ...from });
    const run = await this.answerTo(requestId, request, () => this.sent.remove(tabId, requestId));
    if (run !== null) return run;
    throw new ApiProblem('network', 0, LOST, LOST_DETAIL);
  }

  /** The run that was sent from a tab before a reload and not answered; null where there is none. */
  unanswered(tabId: string): SentRun | null {
    return this.sent.of(tabId);
  }

  /** The run of a request of before a reload; null where the workbench has none. */
  async find(tabId: string, { requestId }: SentRun): Promise<Run | null> {
    try {
      const first = await untilAnswered(() => this.api.ofRequest(requestId));
      const run = first ?? (await this.lookFor(requestId));
      this.sent.remove(tabId, requestId);
      return run;
    } catch {
      // It is looked for again when the tab is shown again.
      return null;
    }
  }

  /** `answered` is called unless it stays unknown whether there is such a run. */
  private async answerTo(requestId: string, request: RunRequest, answered: () => void): Promise<Run | null> {
    const run = await this.api.start({ ...request, request_id: requestId }).catch((error: unknown) => {
      if (ApiProblem.from(error).code === 'network') return this.lookFor(requestId);
      answered();
      throw error;
    });
    answered();
    return run;
  }

  private async lookFor(requestId: string): Promise<Run | null> {
    for (const ms of LOOKS_MS) {
      await pause(ms);
      const run = await untilAnswered(() => this.api.ofRequest(requestId));
      if (run !== null) return run;
    }
    return null;
  }

  /** A run as it is after a pause, once the workbench answers; rejects with any other ApiProblem. Looks count from 0. */
  async look(id: string, count: number): Promise<Run> {
    await pause(LOOK_AFTER_MS[Math.min(count, LOOK_AFTER_MS.length - 1)] ?? 1000);
    return untilAnswered(() => this.api.run(id));
  }
}
