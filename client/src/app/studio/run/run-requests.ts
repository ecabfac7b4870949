import { inject, Service } from '@angular/core';
import type { Run, RunRequest } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { pause, untilAnswered } from '../../shared/http/until-answered';
import { newId } from '../../shared/ids/new-id';
import { RunsApi } from './runs-api';

/** The pauses before each look for a run whose answer was lost: a request may begin a while after the page has lost it. */
const LOOKS_MS = [500, 1000, 2000, 3000] as const;

const LOST = 'The answer was lost';
const LOST_DETAIL =
  'The workbench has no run of this text. It may have run before: look in the history before you run it again.';

/** Requests of runs that outlast a workbench which does not answer for a while. */
@Service()
export class RunRequests {
  private readonly api = inject(RunsApi);

  /**
   * Sends a text. Where the answer is lost, the run is found by the name of its request as soon as the workbench answers
   * again, and nothing is sent twice. Rejects with an ApiProblem: `network` where there is no such run then.
   */
  async start(request: RunRequest): Promise<Run> {
    const requestId = newId();
    try {
      return await this.api.start({ ...request, request_id: requestId });
    } catch (error) {
      if (ApiProblem.from(error).code !== 'network') throw error;
    }
    for (const ms of LOOKS_MS) {
      await pause(ms);
      const run = await untilAnswered(() => this.api.ofRequest(requestId));
      if (run !== null) return run;
    }
    throw new ApiProblem('network', 0, LOST, LOST_DETAIL);
  }

  /** A run as it is when the workbench answers; rejects with any other ApiProblem. */
  look(id: string): Promise<Run> {
    return untilAnswered(() => this.api.run(id));
  }
}
