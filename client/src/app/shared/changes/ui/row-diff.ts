import { Component, computed, input } from '@angular/core';
import type { ChangeRow } from '#libs/api';
import { diffGroups } from '../data/row-diff';
import { ChangeValue } from './change-value';

/** Rows before and after, cell by cell: `-` above `+`, the changed cells in the strong tint. */
@Component({
  selector: 'dw-row-diff',
  imports: [ChangeValue],
  template: `
    @for (group of groups(); track $index) {
      <div class="box" role="region" tabindex="0" [attr.aria-label]="'Rows of ' + group.table">
        <table class="dw-mono">
          <caption>
            {{
              group.table
            }}
          </caption>
          <thead>
            <tr>
              <th scope="col"><span class="cdk-visually-hidden">Before or after</span></th>
              @for (column of group.columns; track $index) {
                <th scope="col">{{ column }}</th>
              }
            </tr>
          </thead>
          <tbody>
            @for (line of group.lines; track $index) {
              <tr [class.before]="line.sign === '-'" [class.after]="line.sign === '+'">
                <td class="sign">
                  <span aria-hidden="true">{{ line.sign }}</span>
                  <span class="cdk-visually-hidden">{{ line.sign === '-' ? 'Before' : 'After' }}</span>
                </td>
                @for (cell of line.cells; track $index) {
                  <td [class.changed]="cell.isChanged">
                    <div class="cell">
                      <dw-change-value [value]="cell.value" />
                      @if (cell.isVarying) {
                        <span class="varies" title="The database chooses this value when it is applied">varies</span>
                      }
                    </div>
                  </td>
                }
              </tr>
            }
          </tbody>
        </table>
      </div>
    }
  `,
  styleUrl: './row-diff.css',
})
export class RowDiff {
  readonly rows = input.required<readonly ChangeRow[]>();

  protected readonly groups = computed(() => diffGroups(this.rows()));
}
