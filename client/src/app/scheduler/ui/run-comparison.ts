import { Component, computed, input } from '@angular/core';
import type { JobRunDetails } from '#libs/api';
import { Moment } from '../../shared/time/moment';
import { compareRuns } from '../data/run-comparison';

/** A run beside the one before it: how it ended, how long it took, what it left, and what only one of them said. */
@Component({
  selector: 'dw-run-comparison',
  imports: [Moment],
  template: `
    @let found = comparison();
    <table>
      <caption class="cdk-visually-hidden">
        This run and the previous one
      </caption>
      <thead>
        <tr>
          <th scope="col"><span class="cdk-visually-hidden">What</span></th>
          <th scope="col"><dw-moment [at]="before().started_at ?? before().queued_at" /></th>
          <th scope="col">This run</th>
          <th scope="col"><span class="cdk-visually-hidden">Change</span></th>
        </tr>
      </thead>
      <tbody>
        @for (row of found.rows; track row.what) {
          <tr>
            <th scope="row">{{ row.what }}</th>
            <td class="dw-num">{{ row.before }}</td>
            <td class="dw-num">{{ row.now }}</td>
            <td class="dw-num dw-t3">{{ row.change }}</td>
          </tr>
        }
      </tbody>
    </table>
    @if (found.isLogHidden) {
      <p class="dw-t3">The logs can't be compared because one of them is hidden from you.</p>
    } @else if (found.onlyNow.length === 0 && found.onlyBefore.length === 0) {
      <p class="dw-t3">The logs are identical.</p>
    } @else {
      <ul class="dw-mono" aria-label="Lines in only one of the runs">
        @for (line of found.onlyBefore; track $index) {
          <li class="dw-t3">
            <span aria-hidden="true">−</span><span class="cdk-visually-hidden">Before: </span>{{ line }}
          </li>
        }
        @for (line of found.onlyNow; track $index) {
          <li><span aria-hidden="true">+</span><span class="cdk-visually-hidden">Now: </span>{{ line }}</li>
        }
      </ul>
    }
  `,
  styles: `
    :host {
      display: block;
      padding: var(--dw-space-2);
      border: 1px solid var(--dw-line-1);
      border-radius: var(--dw-radius-2);
    }
    table {
      width: 100%;
      border-collapse: collapse;
    }
    th {
      font-weight: 400;
      text-align: start;
      color: var(--dw-text-3);
    }
    th,
    td {
      padding: 2px var(--dw-space-2) 2px 0;
    }
    td:last-child {
      text-align: end;
    }
    p {
      margin: var(--dw-space-2) 0 0;
    }
    ul {
      max-height: 160px;
      margin: var(--dw-space-2) 0 0;
      padding: var(--dw-space-2) 0 0;
      overflow: auto;
      border-top: 1px solid var(--dw-line-1);
      list-style: none;
      overflow-wrap: anywhere;
    }
    li {
      display: flex;
      gap: var(--dw-space-2);
    }
  `,
})
export class RunComparison {
  readonly run = input.required<JobRunDetails>();
  readonly before = input.required<JobRunDetails>();
  protected readonly comparison = computed(() => compareRuns(this.run(), this.before()));
}
