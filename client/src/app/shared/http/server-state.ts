import { HttpClient, HttpErrorResponse } from '@angular/common/http';
import { DestroyRef, inject, Service, signal } from '@angular/core';
import { firstValueFrom, timeout } from 'rxjs';
import type { HealthResponse } from '#libs/api';

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 8_000;
const ANSWER_WITHIN_MS = 5_000;

/** Whether the workbench answers. A request without an answer starts a watch that asks until there is one. */
@Service()
export class ServerState {
  private readonly http = inject(HttpClient);
  private readonly reachable = signal(true);
  private readonly checking = signal(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryMs = FIRST_RETRY_MS;

  readonly isReachable = this.reachable.asReadonly();
  readonly isChecking = this.checking.asReadonly();

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  /** Tells that a request found nobody at the other end. */
  reportNoAnswer(): void {
    if (!this.reachable()) return;
    this.reachable.set(false);
    this.retryMs = FIRST_RETRY_MS;
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
    if (!isAnswering) this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), this.retryMs);
    this.retryMs = Math.min(LAST_RETRY_MS, this.retryMs * 2);
  }

  private async isAnswering(): Promise<boolean> {
    try {
      await firstValueFrom(this.http.get<HealthResponse>('/api/health').pipe(timeout(ANSWER_WITHIN_MS)));
      return true;
    } catch (error) {
      // A server that answers "not healthy" answers; a proxy that answers for it does not speak of health.
      const body: unknown = error instanceof HttpErrorResponse ? error.error : null;
      return typeof body === 'object' && body !== null && 'status' in body;
    }
  }
}
