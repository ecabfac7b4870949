import type { MessageEvent } from '@nestjs/common';
import { Observable } from 'rxjs';
import type { Actor } from '#libs/access';
import type { EventResponse } from '../../platform/index.js';
import type { RunsService } from './runs.service.js';

/** Progress is reported this often while nothing else changes. */
const REPORT_EVERY_MS = 500;

/**
 * A run's progress as server-sent events; completes when the run is over, or when the one who asks may no longer see it.
 * Throws `run-not-found`.
 */
export function runEvents(
  runs: RunsService,
  actor: Actor,
  id: string,
  response: Pick<EventResponse, 'writableNeedDrain'>,
): Observable<MessageEvent> {
  runs.find(actor, id);
  return new Observable((subscriber) => {
    const report = (): void => {
      // Called by a timer and by the run, neither of which could do anything with an error.
      if (!runs.has(actor, id)) {
        subscriber.complete();
        return;
      }
      // The timer reports what a reader has missed once it has caught up.
      if (response.writableNeedDrain) return;
      const run = runs.find(actor, id);
      subscriber.next({ type: 'run', data: run.progress() });
      if (run.isOver) subscriber.complete();
    };
    const stopWatching = runs.watch(actor, id, report);
    const timer = setInterval(report, REPORT_EVERY_MS);
    report();
    return () => {
      clearInterval(timer);
      stopWatching();
    };
  });
}
