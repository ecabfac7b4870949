import type { MessageEvent } from '@nestjs/common';
import { Observable } from 'rxjs';
import type { Actor } from '#libs/access';
import type { EventResponse } from '../../platform/index.js';
import { REPORT_EVERY_MS } from './run-report.js';
import type { RunsService } from './runs.service.js';

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
    let sent: string | null = null;
    const report = (): void => {
      // Called by a timer and by the run, neither of which could do anything with an error.
      if (!runs.has(actor, id)) {
        subscriber.complete();
        return;
      }
      // The timer reports what a reader has missed once it has caught up.
      if (response.writableNeedDrain) return;
      const run = runs.find(actor, id);
      const text = run.report.text();
      if (text !== sent) subscriber.next({ type: 'run', data: text });
      sent = text;
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
