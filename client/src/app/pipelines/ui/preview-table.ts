import { Component, input } from '@angular/core';
import type { PipelineTable } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';

/** DuckDB's types of numbers. */
const NUMBER = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?|DECIMAL\(.*\)|FLOAT|DOUBLE)$/;

/** What came out of one part: its columns and number of rows, its first rows, or what is wrong with it. */
@Component({
  selector: 'dw-preview-table',
  imports: [Icon],
  template: `
    @if (mistake(); as text) {
      <p class="dw-note dw-danger"><dw-icon name="circle-x" [size]="14" />{{ text }}</p>
    } @else if (table()?.error; as error) {
      <p class="dw-note dw-danger" role="alert">
        <dw-icon name="circle-x" [size]="14" /><span class="dw-mono">{{ error }}</span>
      </p>
    } @else if (table(); as shown) {
      <p class="dw-num dw-t2 count" [class.old]="isRunning()">
        {{ (shown.row_count ?? 0).toLocaleString('en') }} {{ shown.row_count === 1 ? 'row' : 'rows' }},
        {{ shown.columns.length }} {{ shown.columns.length === 1 ? 'column' : 'columns' }}
        @if (rows().length > 0 && (shown.row_count ?? 0) > rows().length) {
          <span class="dw-t3">· first {{ rows().length }} shown</span>
        }
      </p>
      @for (note of shown.notes; track note) {
        <p class="dw-t2 note">{{ note }}</p>
      }
      <div class="box" tabindex="0" role="region" [attr.aria-label]="'Rows of ' + shown.name">
        <table class="dw-mono">
          <thead>
            <tr>
              @for (column of shown.columns; track $index) {
                <th scope="col" [class.right]="isNumber(column.type)">
                  {{ column.name }}<span class="dw-micro dw-t3">{{ column.type }}</span>
                </th>
              }
            </tr>
          </thead>
          <tbody>
            @for (row of rows(); track $index) {
              <tr>
                @for (cell of row; track $index) {
                  <td [class.right]="isNumber(shown.columns[$index]?.type)">
                    @if (cell === null) {
                      <em class="dw-t3">NULL</em>
                    } @else if (cell === '') {
                      <span class="dw-t3">''</span>
                    } @else {
                      {{ cell }}
                    }
                  </td>
                }
              </tr>
            }
          </tbody>
        </table>
      </div>
    }
  `,
  styles: `
    .count {
      font-size: var(--dw-text-dense);
    }
    .note {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
    }
    .old {
      color: var(--dw-text-3);
    }
    .box {
      max-height: 260px;
      overflow: auto;
      border: 1px solid var(--dw-line-1);
      border-radius: var(--dw-radius-2);
    }
    .box:focus-visible {
      box-shadow: var(--dw-focus-ring);
    }
    table {
      border-collapse: collapse;
      font-size: var(--dw-text-dense);
    }
    th {
      position: sticky;
      top: 0;
      background: var(--dw-bg-sunken);
      text-align: start;
      font-weight: var(--dw-weight-medium);
    }
    .right {
      text-align: end;
    }
    th > span {
      display: block;
    }
    th,
    td {
      max-width: 320px;
      height: 24px;
      padding: 0 var(--dw-space-2);
      border-right: 1px solid var(--dw-line-1);
      border-bottom: 1px solid var(--dw-line-1);
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  `,
})
export class PreviewTable {
  readonly table = input.required<PipelineTable | null>();
  readonly rows = input.required<readonly (readonly (string | null)[])[]>();
  readonly isRunning = input(false);
  readonly mistake = input<string | null>(null);

  protected isNumber(type: string | undefined): boolean {
    return type !== undefined && NUMBER.test(type);
  }
}
