import { Component, computed, input, output, signal } from '@angular/core';
import type { PlanMeasure, PlanNode } from '#libs/plan';
import { shareBy } from '#libs/plan';
import { indentsOf } from '../plan-depths';
import { cardText, placeText } from '../plan-words';

type SortKey = 'order' | 'rows' | 'real' | 'cost' | 'time' | 'share';

/** More rows than anybody reads at once; the rest on request. */
const FIRST_ROWS = 300;

/** Every node as a row, to be sorted by what it costs. */
@Component({
  selector: 'dw-plan-nodes-table',
  template: `
    <div class="scroll" tabindex="0" role="group" aria-label="Nodes of the plan">
      <table>
        <thead>
          <tr>
            @for (head of heads(); track head.key) {
              <th
                scope="col"
                [class.number]="head.isNumber"
                [attr.aria-sort]="head.key === sort() ? (head.key === 'order' ? 'ascending' : 'descending') : null"
              >
                <button type="button" (click)="sort.set(head.key)">
                  {{ head.name }}{{ head.key === sort() && head.key !== 'order' ? ' ↓' : '' }}
                </button>
              </th>
            }
            <th scope="col">Condition</th>
          </tr>
        </thead>
        <tbody>
          @for (row of rows(); track row.node.id) {
            <tr>
              <td [style.padding-left.px]="10 + 14 * row.indent">
                <button class="link" type="button" (click)="chosen.emit(row.node.id)">{{ row.words.title }}</button>
                <span class="dw-mono place">{{ row.place }}</span>
              </td>
              <td class="number">{{ row.words.rows }}</td>
              @if (isAnalyzed()) {
                <td class="number">{{ row.words.realRows }}</td>
              }
              <td class="number">{{ row.words.cost.replace('cost ', '') }}</td>
              @if (isAnalyzed()) {
                <td class="number">{{ row.words.time }}</td>
              }
              <td class="number share">
                <span
                  class="bar"
                  [style.background]="'var(--dw-heat-' + row.words.heat + ')'"
                  [style.width]="row.words.share"
                ></span>
                <span>{{ row.words.share }}</span>
              </td>
              <td class="dw-mono condition" [title]="row.words.condition">{{ row.condition }}</td>
            </tr>
          }
        </tbody>
      </table>
      @if (rows().length < nodes().length) {
        <button class="dw-btn dw-sm more" type="button" (click)="showsAll.set(true)">
          Show all {{ nodes().length }} nodes
        </button>
      }
    </div>
  `,
  styleUrl: './plan-table.css',
})
export class PlanNodesTable {
  readonly nodes = input.required<readonly PlanNode[]>();
  readonly measure = input.required<PlanMeasure>();
  readonly isAnalyzed = input(false);
  readonly chosen = output<number>();

  protected readonly sort = signal<SortKey>('order');
  protected readonly showsAll = signal(false);
  protected readonly heads = computed(() => {
    const heads: { key: SortKey; name: string; isNumber: boolean; isReal?: boolean }[] = [
      { key: 'order', name: 'Node', isNumber: false },
      { key: 'rows', name: 'Rows', isNumber: true },
      { key: 'real', name: 'Real rows', isNumber: true, isReal: true },
      { key: 'cost', name: 'Own cost', isNumber: true },
      { key: 'time', name: 'Own time', isNumber: true, isReal: true },
      { key: 'share', name: 'Share of plan', isNumber: true },
    ];
    return heads.filter(({ isReal }) => this.isAnalyzed() || !isReal);
  });
  private readonly indents = computed(() => {
    const [root] = this.nodes();
    return root === undefined ? new Map<number, number>() : indentsOf(root);
  });
  protected readonly rows = computed(() => {
    const [sort, measure] = [this.sort(), this.measure()];
    const sorted =
      sort === 'order'
        ? this.nodes()
        : this.nodes().toSorted((a, b) => weight(b, sort, measure) - weight(a, sort, measure));
    return (this.showsAll() ? sorted : sorted.slice(0, FIRST_ROWS)).map((node) => ({
      node,
      // Sorted by what they cost, nodes are no tree any more.
      indent: sort === 'order' ? (this.indents().get(node.id) ?? 0) : 0,
      words: cardText(node, measure),
      place: placeText(node),
      condition: node.conditions.map(({ text }) => text).join('; '),
    }));
  });
}

function weight(node: PlanNode, key: SortKey, measure: PlanMeasure): number {
  if (key === 'rows') return node.estimatedRows ?? -1;
  if (key === 'real') return (node.actualRows ?? -1) * (node.loops ?? 1);
  if (key === 'cost') return node.ownCost ?? -1;
  if (key === 'time') return node.ownTimeMs ?? -1;
  return key === 'share' ? (shareBy(node, measure) ?? -1) : -node.id;
}
