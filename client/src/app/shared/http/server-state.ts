import { HttpClient, HttpErrorResponse } from '@angular/common/http';
import { DestroyRef, inject, Service, signal } from '@angular/core';
import { firstValueFrom, timeout } from 'rxjs';
import { Backoff } from '#libs/async';
import type { PathOf } from './api-call';
import { isProblemDocument } from './api-problem';

const HEALTH: PathOf<'get'> = '/api/health';
const RETRIES = { firstMs: 1_000, longestMs: 8_000 };
const ANSWER_WITHIN_MS = 5_000;

/** The state of the workbench cannot be written, or a check found it damaged. */
export interface StateProblem {
  readonly code: 'state-unavailable' | 'state-damaged';
  /** What happened and what to do. */
  readonly detail: string;
}

/**
 * Whether the workbench answers and its state is sound. A request without an answer, or one that the state refused, starts
 * a watch that asks until it is over.
 */
@Service()
export class ServerState {
  private readonly http = inject(HttpClient);
  private readonly reachable = signal(true);
  private readonly checking = signal(false);
  private readonly problem = signal<StateProblem | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff(RETRIES);

  readonly isReachable = this.reachable.asReadonly();
  readonly isChecking = this.checking.asReadonly();
  /** Null while the state is sound, as far as is known. */
  readonly stateProblem = this.problem.asReadonly();

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  /** A request got no answer. */
  reportNoAnswer(): void {
    if (!this.reachable()) return;
    this.reachable.set(false);
    this.backoff.reset();
    this.schedule();
  }

  /** A request was answered with an error: takes note of one that the state is the reason of. */
  reportError(body: unknown): void {
    const problem = stateProblemIn(body);
    if (problem === null || this.problem() !== null) return;
    this.problem.set(problem);
    this.backoff.reset();
    this.schedule();
  }

  /** Asks now in place of waiting for the next turn. */
  async check(): Promise<void> {
    if (this.checking()) return;
    clearTimeout(this.timer);
    this.checking.set(true);
    const isAnswering = await this.isAnswering();
    this.checking.set(false);
    this.reachable.set(isAnswering);
    if (!isAnswering || this.problem() !== null) this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), this.backoff.next());
  }

  private async isAnswering(): Promise<boolean> {
    try {
      await firstValueFrom(this.http.get(HEALTH).pipe(timeout(ANSWER_WITHIN_MS)));
      this.problem.set(null);
      return true;
    } catch (error) {
      // A workbench that is not healthy answers; a proxy that answers for it has other words.
      const body: unknown = error instanceof HttpErrorResponse ? error.error : null;
      const isAnswer = isProblemDocument(body);
      if (isAnswer) this.problem.set(stateProblemIn(body));
      return isAnswer;
    }
  }
}

function stateProblemIn(body: unknown): StateProblem | null {
  const { code, detail } = typeof body === 'object' && body !== null ? (body as Partial<StateProblem>) : {};
  const isOfState = code === 'state-unavailable' || code === 'state-damaged';
  return isOfState && typeof detail === 'string' ? { code, detail } : null;
}
