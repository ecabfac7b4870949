import { Component, computed, inject, input, output } from '@angular/core';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ConnectionColour } from '../../shared/connections/ui/connection-colour';
import { Identity } from '../../shared/identity/identity';
import { Moment } from '../../shared/time/moment';
import { Badge } from '../../shared/ui/badge';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';
import { FailedState } from '../../shared/ui/state/failed-state';
import { LoadState } from '../../shared/ui/state/load-state';
import { JobKindsStore } from '../data/job-kinds.store';
import type { OpenRun } from '../data/open-run';
import { RunView } from './run-view';

/** One run by itself, whether its job exists or not. */
@Component({
  selector: 'dw-run-inspector',
  imports: [Badge, ConnectionColour, FailedState, Icon, IconButton, LoadState, Moment, RunView],
  template: `
    <header>
      <div class="title">
        <dw-icon [name]="run() ? looks.icon(run()!.kind) : 'calendar-clock'" />
        <h2 id="run-title" class="dw-clip" [title]="name()">{{ name() }}</h2>
        <span class="dw-grow"></span>
        @if (open().hasJob()) {
          <button type="button" class="dw-btn dw-sm" (click)="jobOpened.emit(run()!.job_id)">Open job</button>
        }
        <button dwIconButton="x" label="Close the run" (click)="closed.emit()"></button>
      </div>
      @if (run(); as shown) {
        <p class="about">
          @if (connection(); as known) {
            <span class="dw-conn-name" [dwConnectionColour]="known.colour"
              ><dw-badge tone="conn">{{ known.name }}</dw-badge></span
            >
          } @else if (shown.connection_id; as id) {
            <dw-badge tone="line">{{ id }}</dw-badge>
          }
          <span class="dw-clip">{{ looks.label(shown.kind) }}</span>
          @if (open().hasJob() === false) {
            <dw-badge tone="line">Job deleted</dw-badge>
          }
        </p>
      }
    </header>
    <div class="body">
      @if (isGone()) {
        <dw-failed-state heading="This run no longer exists" [problem]="null">
          <button type="button" class="dw-btn" (click)="closed.emit()">Close</button>
        </dw-failed-state>
      } @else {
        <dw-load-state [source]="open().details" what="the run" subject="This run" />
        @if (run(); as shown) {
          <dw-run-view [run]="shown" (cancelled)="runCancelled.emit($event)" />
          <dl>
            @if (shown.scheduled_for; as at) {
              <dt>Scheduled for</dt>
              <dd><dw-moment [at]="at" /></dd>
            }
            <dt>Queued</dt>
            <dd><dw-moment [at]="shown.queued_at" /></dd>
            @if (shown.started_at; as at) {
              <dt>Started</dt>
              <dd><dw-moment [at]="at" /></dd>
            }
            @if (ended(); as at) {
              <dt>Ended</dt>
              <dd><dw-moment [at]="at" /></dd>
            }
            @if (identity.hasUsers()) {
              <dt>Owner</dt>
              <dd>{{ shown.owner.name }}</dd>
            }
          </dl>
        }
      }
    </div>
  `,
  styleUrl: './job-inspector.css',
})
export class RunInspector {
  readonly open = input.required<OpenRun>();
  readonly closed = output();
  readonly jobOpened = output<string>();
  readonly runCancelled = output<string>();

  private readonly connections = inject(ConnectionsStore);
  protected readonly identity = inject(Identity);
  protected readonly looks = inject(JobKindsStore);
  protected readonly run = computed(() => this.open().details.value());
  protected readonly name = computed(() => this.run()?.job_name ?? 'Run');
  protected readonly isGone = computed(() => this.open().details.problem()?.code === 'job-run-not-found');
  protected readonly connection = computed(() => {
    const id = this.run()?.connection_id ?? null;
    return id === null ? null : this.connections.find(id);
  });
  protected readonly ended = computed(() => {
    const { started_at: startedAt = null, duration_ms: tookMs = null } = this.run() ?? {};
    return startedAt === null || tookMs === null ? null : new Date(Date.parse(startedAt) + tookMs).toISOString();
  });
}
