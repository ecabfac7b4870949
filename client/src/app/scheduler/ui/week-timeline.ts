import { Component, computed, inject, input, output } from '@angular/core';
import type { Job, JobRun } from '#libs/api';
import { lookOf } from '../../shared/runs/run-words';
import type { RunLook } from '../../shared/runs/run-words';
import { shownZoneName } from '../../shared/time/time-display';
import { clockText, weekdayText } from '../../shared/time/time-text';
import { Icon } from '../../shared/ui/icon/icon';
import { JobKindsStore } from '../data/job-kinds.store';
import { weekCalendar } from '../data/week-calendar';
import type { PastRun } from '../data/week-calendar';

/** What ran today and the runs of the coming week, a column a day. */
@Component({
  selector: 'dw-week-timeline',
  imports: [Icon],
  template: `
    <ol class="days" [attr.aria-label]="'Runs of today and the coming week, times in ' + zone">
      @for (day of days(); track day.date.getTime()) {
        <li>
          <h2 [class.today]="$first">{{ $first ? 'Today, ' + dayText(day.date) : dayText(day.date) }}</h2>
          <ul>
            @for (run of day.past; track run.jobId + run.at.getTime()) {
              <li>
                <button type="button" class="run" (click)="pastOpened.emit(run)">
                  <span class="dw-state" [class]="toneOf(run)"
                    ><dw-icon [name]="lookOf(run).icon" [size]="14" /><span class="cdk-visually-hidden">{{
                      lookOf(run).name
                    }}</span></span
                  >
                  <span class="dw-num dw-t2">{{ run.count > 1 ? run.count + '×' : clockText(run.at) }}</span>
                  <span class="dw-clip" [title]="pastTitle(run)">{{ run.name }}</span>
                </button>
              </li>
            }
            @if (day.past.length > 0 && day.runs.length > 0) {
              <li class="now" aria-hidden="true"></li>
            }
            @for (run of day.runs; track run.job.id + run.at.getTime()) {
              <li>
                <button type="button" class="run" (click)="opened.emit(run.job.id)">
                  <dw-icon [name]="looks.icon(run.job.kind)" [size]="14" />
                  <span class="dw-num dw-t2">{{ run.count > 1 ? run.count + '×' : clockText(run.at) }}</span>
                  <span class="dw-clip" [title]="run.job.name">{{ run.job.name }}</span>
                </button>
              </li>
            }
            @if (day.past.length + day.runs.length === 0) {
              <li class="dw-t3 none">No runs</li>
            }
          </ul>
        </li>
      }
    </ol>
    <div class="dw-page-foot"><dw-icon name="clock" [size]="14" />Times in {{ zone }}.</div>
  `,
  styles: `
    :host {
      display: grid;
      grid-template-rows: 1fr auto;
      min-height: 100%;
    }
    .dw-page-foot {
      border-top: 1px solid var(--dw-line-1);
    }
    .days {
      display: grid;
      grid-template-columns: repeat(7, minmax(132px, 1fr));
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .days > li {
      min-width: 0;
      padding: var(--dw-space-2);
      border-right: 1px solid var(--dw-line-1);
    }
    h2 {
      margin: 0 0 var(--dw-space-2);
      padding: 0 4px;
      font: 500 var(--dw-text-dense) / var(--dw-lh-dense) var(--dw-font-ui);
      color: var(--dw-text-2);
    }
    h2.today {
      color: var(--dw-text-1);
    }
    ul {
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .run {
      display: flex;
      gap: 6px;
      align-items: center;
      width: 100%;
      height: 24px;
      padding: 0 4px;
      border: 0;
      border-radius: var(--dw-radius-1);
      font: var(--dw-text-dense) / var(--dw-lh-dense) var(--dw-font-ui);
      text-align: start;
      color: inherit;
      background: none;
    }
    .run:hover {
      background: var(--dw-bg-hover);
    }
    .run:focus-visible {
      box-shadow: var(--dw-focus-ring);
    }
    .now {
      height: 1px;
      margin: var(--dw-space-1) 4px;
      background: var(--dw-accent-line);
    }
    .none {
      padding: 0 4px;
      font-size: var(--dw-text-dense);
    }
    /* Names need the room of the icons of kinds there. */
    @container (width < 1200px) {
      .days > li {
        padding: var(--dw-space-2) var(--dw-space-1);
      }
      .run > dw-icon {
        display: none;
      }
    }
  `,
})
export class WeekTimeline {
  readonly jobs = input.required<readonly Job[]>();
  /** The runs of today, and maybe others. */
  readonly ran = input.required<readonly JobRun[]>();
  readonly opened = output<string>();
  readonly pastOpened = output<PastRun>();

  protected readonly looks = inject(JobKindsStore);
  protected get zone(): string {
    return shownZoneName();
  }
  protected readonly days = computed(() => weekCalendar(this.jobs(), this.ran(), new Date()));

  protected lookOf({ status, cancelledBy }: PastRun): RunLook {
    return lookOf({ status, cancelled_by: cancelledBy });
  }

  /** Of several runs, one that failed is not hidden by a later one that did not. */
  protected toneOf(run: PastRun): string {
    const tone = run.failed > 0 ? 'danger' : this.lookOf(run).tone;
    return tone === '' ? '' : `dw-${tone}`;
  }

  protected pastTitle(run: PastRun): string {
    const name = run.isGone ? `${run.name} (deleted)` : run.name;
    if (run.count === 1) return `${name}: ${this.lookOf(run).name}`;
    return `${name}: ${run.count} runs today, ${run.failed} of them failed, the last at ${clockText(run.at)}`;
  }

  protected readonly dayText = (date: Date): string => weekdayText(date);
  protected readonly clockText = (at: Date): string => clockText(at);
}
