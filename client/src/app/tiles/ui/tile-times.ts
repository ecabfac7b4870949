import { DecimalPipe } from '@angular/common';
import { Component, computed, input } from '@angular/core';
import { TIMINGS_SHOWN, quantileMs } from '../data/tile-timing';
import type { TileTiming } from '../data/tile-timing';

/** How long the last tiles took, in all and in the database. */
@Component({
  selector: 'dw-tile-times',
  imports: [DecimalPipe],
  template: `
    @if (timings().length === 0) {
      <p>No tiles requested yet.</p>
    } @else {
      <p class="dw-num">
        {{ timings().length }} tiles · p50 {{ median() | number: '1.0-0' }} ms · p95 {{ late() | number: '1.0-0' }} ms
      </p>
      <table class="dw-num">
        <thead>
          <tr>
            <th scope="col">Tile</th>
            <th scope="col">Total</th>
            <th scope="col">Database</th>
            <th scope="col">Features</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          @for (one of shown(); track $index) {
            <tr>
              <td class="dw-mono">{{ one.place }}</td>
              <td>{{ one.totalMs | number: '1.0-0' }} ms</td>
              <td>{{ one.databaseMs === null ? '' : (one.databaseMs | number: '1.0-0') + ' ms' }}</td>
              <td>
                {{ one.features === null ? 'failed' : (one.features | number) }}{{ one.isTruncated ? ', thinned' : '' }}
              </td>
              <td>{{ one.bytes / 1024 | number: '1.0-0' }} kB</td>
            </tr>
          }
        </tbody>
      </table>
    }
  `,
  styles: `
    p {
      margin: 0 0 var(--dw-space-1);
      font-size: var(--dw-text-dense);
      color: var(--dw-text-2);
    }
    table {
      width: 100%;
      border-collapse: collapse;
      font-size: var(--dw-text-micro);
      line-height: 20px;
    }
    th {
      font-weight: 500;
      color: var(--dw-text-2);
    }
    th,
    td {
      text-align: end;
      border-bottom: 1px solid var(--dw-line-1);
    }
    th:first-child,
    td:first-child {
      text-align: start;
    }
  `,
})
export class TileTimes {
  readonly timings = input.required<readonly TileTiming[]>();

  protected readonly shown = computed(() => this.timings().slice(0, TIMINGS_SHOWN));
  protected readonly median = computed(() => quantileMs(this.timings(), 0.5));
  protected readonly late = computed(() => quantileMs(this.timings(), 0.95));
}
