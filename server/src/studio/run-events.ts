import type { MessageEvent } from '@nestjs/common';
import { Observable } from 'rxjs';
import type { RunsService } from './runs.service.js';

/** Progress is told this often while nothing else changes. */
const TELL_EVERY_MS = 500;

/** A run's progress as server-sent events; completes when the run is over. Throws `run-not-found`. */
export function runEvents(runs: RunsService, id: string): Observable<MessageEvent> {
  runs.get(id);
  return new Observable((subscriber) => {
    const tell = (): void => {
      subscriber.next({ type: 'run', data: runs.get(id).text });
      if (runs.isOver(id)) subscriber.complete();
    };
    const stopWatching = runs.watch(id, tell);
    const timer = setInterval(tell, TELL_EVERY_MS);
    tell();
    return () => {
      clearInterval(timer);
      stopWatching();
    };
  });
}
