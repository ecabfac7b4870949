import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import type { AdminConnection, RunningQuery } from '#libs/api';
import { durationText } from '#libs/results';
import { keptResource } from '../../shared/http/kept-resource';
import { Icon } from '../../shared/ui/icon/icon';
import { Toasts } from '../../shared/ui/toast/toasts';
import { AdminApi } from '../data/admin-api';

const READ_EVERY_MS = 5_000;

/** What runs in a database now, with a way to cancel it. */
@Component({
  selector: 'dw-activity-card',
  imports: [Icon],
  template: `
    <header>
      <h2 id="activity-title">Running queries</h2>
      @if (chosenId() !== null) {
        <span class="dw-select">
          <select class="dw-input" aria-label="Database" (change)="choose($event)">
            @for (one of relational(); track one.id) {
              <option [value]="one.id" [selected]="one.id === chosenId()">{{ one.name }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </span>
      }
    </header>
    @if (chosenId() !== null) {
      @if (activity.problem(); as problem) {
        <p class="dw-note dw-danger" role="alert"><dw-icon name="circle-x" [size]="14" />{{ problem.detail }}</p>
      } @else if (activity.value()?.items?.length === 0) {
        <p class="words">No running queries.</p>
      }
      @if (activity.value()?.items?.length) {
        <table class="dw-things" aria-labelledby="activity-title">
          <thead>
            <tr>
              <th scope="col">Query</th>
              <th scope="col">User</th>
              <th scope="col">State</th>
              <th scope="col">Time</th>
              <th scope="col"><span class="cdk-visually-hidden">Cancel</span></th>
            </tr>
          </thead>
          <tbody>
            @for (one of activity.value()?.items; track one.pid) {
              <tr>
                <td class="query dw-mono">
                  <span class="dw-clip">{{ one.query }}</span>
                </td>
                <td>
                  <div class="dw-lines">
                    <span>{{ one.user }}</span
                    ><span>{{ one.is_own ? 'this workbench' : one.application || 'unnamed' }}, {{ one.pid }}</span>
                  </div>
                </td>
                <td>
                  <div class="dw-lines">
                    <span>{{ one.state }}</span
                    ><span>{{ one.wait }}</span>
                  </div>
                </td>
                <td class="dw-num">{{ one.duration_ms === null ? '' : duration(one.duration_ms) }}</td>
                <td>
                  @if (isCancellable(one)) {
                    <button
                      type="button"
                      class="dw-btn dw-sm"
                      [attr.aria-label]="'Cancel query of process ' + one.pid"
                      [attr.aria-busy]="cancelling() === one.pid || null"
                      (click)="cancel(one)"
                    >
                      Cancel query
                    </button>
                  }
                </td>
              </tr>
            }
          </tbody>
        </table>
      }
    } @else {
      <p class="words">No relational connections.</p>
    }
  `,
  styleUrl: './card.css',
})
export class ActivityCard {
  readonly connections = input.required<readonly AdminConnection[]>();

  private readonly api = inject(AdminApi);
  private readonly toasts = inject(Toasts);
  private readonly wanted = signal<string | null>(null);
  protected readonly cancelling = signal<number | null>(null);
  protected readonly relational = computed(() =>
    this.connections().filter(({ capabilities }) => capabilities.activity),
  );
  protected readonly chosenId = computed(() => {
    const ids = this.relational().map(({ id }) => id);
    const wanted = this.wanted();
    return wanted !== null && ids.includes(wanted) ? wanted : (ids[0] ?? null);
  });
  protected readonly activity = keptResource(
    () => this.chosenId() ?? undefined,
    (id, stop) => this.api.activity(id, stop),
  );
  protected readonly duration = durationText;

  constructor() {
    const timer = setInterval(() => {
      if (!document.hidden) this.activity.reload();
    }, READ_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  protected choose(event: Event): void {
    this.wanted.set((event.target as HTMLSelectElement).value);
  }

  /** What is idle runs nothing, and what the role may not see could be another query by now. */
  protected isCancellable({ state, started_at: startedAt }: RunningQuery): boolean {
    return startedAt !== null && !state.startsWith('idle');
  }

  protected async cancel({ pid, started_at: startedAt }: RunningQuery): Promise<void> {
    const id = this.chosenId();
    if (id === null || startedAt === null || this.cancelling() !== null) return;
    this.cancelling.set(pid);
    try {
      await this.api.cancel(id, pid, { started_at: startedAt });
    } catch (error) {
      this.toasts.showFailure('The query was not cancelled', error);
    } finally {
      this.cancelling.set(null);
      this.activity.reload();
    }
  }
}
