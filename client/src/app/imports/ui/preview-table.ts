import { Component, input } from '@angular/core';
import type { ColumnKind, ImportPreview } from '#libs/api';

const NUMBERS: ReadonlySet<ColumnKind> = new Set(['integer', 'decimal', 'float']);

/** The first rows of a file, each value as it is imported. */
@Component({
  selector: 'dw-preview-table',
  template: `
    <table aria-label="Preview">
      <thead>
        <tr>
          <th class="number" scope="col"><span class="cdk-visually-hidden">Row</span></th>
          @for (column of preview().columns; track $index) {
            <th scope="col" [class.right]="isNumber(column.kind)">
              <span class="name">{{ column.name }}</span>
              <span class="type">{{ column.type }}</span>
            </th>
          }
        </tr>
      </thead>
      <tbody>
        @for (row of preview().rows; track $index) {
          <tr>
            <th class="number" scope="row">{{ $index + 1 }}</th>
            @for (cell of row; track $index) {
              <td [class.right]="isNumber(preview().columns[$index]?.kind)" [title]="cell ?? ''">
                @if (cell === null) {
                  <em>NULL</em>
                } @else if (cell === '') {
                  <em>''</em>
                } @else {
                  {{ cell }}
                }
              </td>
            }
          </tr>
        }
      </tbody>
    </table>
  `,
  styles: `
    :host {
      display: block;
    }
    table {
      border-collapse: separate;
      border-spacing: 0;
      font: 400 var(--dw-text-dense) / var(--dw-lh-dense) var(--dw-font-mono);
    }
    th,
    td {
      max-width: 320px;
      height: 24px;
      padding: 0 var(--dw-space-2);
      overflow: hidden;
      border-right: 1px solid var(--dw-line-1);
      border-bottom: 1px solid var(--dw-line-1);
      text-align: start;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    thead th {
      position: sticky;
      top: 0;
      z-index: 1;
      height: 36px;
      background: var(--dw-bg-raised);
    }
    .name,
    .type {
      display: block;
      font-weight: 500;
    }
    .type {
      font-size: var(--dw-text-micro);
      font-weight: 400;
      color: var(--dw-text-3);
    }
    .number {
      font-weight: 400;
      text-align: end;
      color: var(--dw-text-3);
    }
    .right {
      text-align: end;
    }
    em {
      color: var(--dw-text-3);
    }
  `,
})
export class PreviewTable {
  readonly preview = input.required<ImportPreview>();

  protected isNumber(kind: ColumnKind | undefined): boolean {
    return kind !== undefined && NUMBERS.has(kind);
  }
}
