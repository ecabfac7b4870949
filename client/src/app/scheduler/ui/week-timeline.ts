import { Component, computed, inject, input, output } from '@angular/core';
import type { Job } from '#libs/api';
import { shownZoneName } from '../../shared/time/time-display';
import { clockText, weekdayText } from '../../shared/time/time-text';
import { Icon } from '../../shared/ui/icon/icon';
import { JobKindsStore } from '../data/job-kinds.store';
import { weekCalendar } from '../data/week-calendar';

/** The runs of the coming week, a column a day. */
@Component({
  selector: 'dw-week-timeline',
  imports: [Icon],
  template: `
    <ol class="days" [attr.aria-label]="'Runs of the coming week, times in ' + zone">
      @for (day of days(); track day.date.getTime()) {
        <li>
          <h2>{{ dayText(day.date) }}</h2>
          <ul>
            @for (run of day.runs; track run.job.id + run.at.getTime()) {
              <li>
                <button type="button" class="run" (click)="opened.emit(run.job.id)">
                  <dw-icon [name]="looks.icon(run.job.kind)" [size]="14" />
                  <span class="dw-num dw-t2">{{ run.count > 1 ? run.count + '×' : clockText(run.at) }}</span>
                  <span class="dw-clip">{{ run.job.name }}</span>
                </button>
              </li>
            } @empty {
              <li class="dw-t3 none">No runs</li>
            }
          </ul>
        </li>
      }
    </ol>
  `,
  styles: `
    .days {
      display: grid;
      grid-template-columns: repeat(7, minmax(132px, 1fr));
      min-height: 100%;
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
      font: 500 var(--dw-text-dense) / var(--dw-lh-dense) var(--dw-font-ui);
      color: var(--dw-text-2);
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
    .none {
      font-size: var(--dw-text-dense);
    }
  `,
})
export class WeekTimeline {
  readonly jobs = input.required<readonly Job[]>();
  readonly opened = output<string>();

  protected readonly looks = inject(JobKindsStore);
  protected get zone(): string {
    return shownZoneName();
  }
  protected readonly days = computed(() => weekCalendar(this.jobs(), new Date()));

  protected readonly dayText = (date: Date): string => weekdayText(date);
  protected readonly clockText = (at: Date): string => clockText(at);
}
