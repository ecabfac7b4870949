import { Component, computed, input } from '@angular/core';
import type { Plan, PlanMeasure, PlanTotal } from '#libs/plan';
import { shareBy } from '#libs/plan';
import { countText, durationText } from '#libs/results';
import { heatOf, shareText } from '../plan-words';

/** What the nodes of each table, and of each kind, come to together. */
@Component({
  selector: 'dw-plan-totals',
  template: `
    <div class="scroll two" tabindex="0" role="group" aria-label="Totals of the plan">
      @for (table of tables(); track table.name) {
        <table>
          <caption>
            {{
              table.name
            }}
          </caption>
          <thead>
            <tr>
              <th scope="col">{{ table.of }}</th>
              <th class="number" scope="col">Nodes</th>
              <th class="number" scope="col">Own cost</th>
              @if (plan().isAnalyzed) {
                <th class="number" scope="col">Own time</th>
              }
              <th class="number" scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            @for (row of table.rows; track row.name) {
              <tr>
                <td class="dw-mono">{{ row.name }}</td>
                <td class="number">{{ row.count }}</td>
                <td class="number">{{ row.cost }}</td>
                @if (plan().isAnalyzed) {
                  <td class="number">{{ row.time }}</td>
                }
                <td class="number share">
                  <span
                    class="bar"
                    [style.background]="'var(--dw-heat-' + row.heat + ')'"
                    [style.width]="row.share"
                  ></span>
                  <span>{{ row.share }}</span>
                </td>
              </tr>
            } @empty {
              <tr>
                <td colspan="5">This plan reads no table.</td>
              </tr>
            }
          </tbody>
        </table>
      }
    </div>
  `,
  styleUrl: './plan-table.css',
})
export class PlanTotals {
  readonly plan = input.required<Plan>();
  readonly measure = input.required<PlanMeasure>();
  protected readonly tables = computed(() => {
    const rows = (totals: readonly PlanTotal[]) => rowsOf(totals, this.measure());
    return [
      { name: 'By table', of: 'Table', rows: rows(this.plan().byRelation) },
      { name: 'By kind of node', of: 'Node', rows: rows(this.plan().byNodeType) },
    ];
  });
}

function rowsOf(totals: readonly PlanTotal[], measure: PlanMeasure) {
  const shared = totals.map((total) => ({ ...total, share: shareBy(total, measure) }));
  return shared.sort((a, b) => (b.share ?? 0) - (a.share ?? 0)).map(row);
}

function row({ name, nodeCount, ownCost, share, ownTimeMs }: PlanTotal) {
  return {
    name,
    count: countText(nodeCount),
    cost: ownCost === null ? '' : countText(Math.round(ownCost)),
    time: ownTimeMs === null ? '' : durationText(ownTimeMs),
    share: shareText(share),
    heat: heatOf(share),
  };
}
