import { Component, computed, input, output } from '@angular/core';
import { comparePlans } from '#libs/plan';
import type { NodeChange, PlanNode } from '#libs/plan';
import { countText, durationText } from '#libs/results';
import { shortTime } from '../../../../shared/time/short-time';
import { Icon } from '../../../../shared/ui/icon/icon';
import { indentsOf } from '../plan-depths';
import { placeText, shareText } from '../plan-words';
import type { ShownPlan } from '../plans.store';

const SIGNS: Record<NodeChange, string> = { same: '', changed: '~', added: '+', removed: '−' };
const WORDS: Record<NodeChange, string> = { same: '', changed: 'changed', added: 'new', removed: 'gone' };

/** A plan beside an earlier one of the same query: the sums, and what became of each node. */
@Component({
  selector: 'dw-plan-comparison',
  imports: [Icon],
  template: `
    <div class="bar-head">
      <label>
        Compare with the plan of
        <span class="dw-select">
          <select class="dw-input dw-form dw-sm" (change)="otherChosen.emit($any($event.target).value)">
            @for (plan of choices(); track $index) {
              <option [value]="$index" [selected]="plan.isChosen">{{ plan.name }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="12" />
        </span>
      </label>
      @for (sum of sums(); track sum.name) {
        <span [class.better]="sum.isBetter" [class.worse]="sum.isWorse">{{ sum.name }} {{ sum.text }}</span>
      }
    </div>
    <div class="scroll" tabindex="0" role="group" aria-label="What changed between the plans">
      <table>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th class="number" scope="col">Cost before</th>
            <th class="number" scope="col">Cost now</th>
            <th class="number" scope="col">Time before</th>
            <th class="number" scope="col">Time now</th>
            <th class="number" scope="col">Share now</th>
          </tr>
        </thead>
        <tbody>
          @for (row of rows(); track $index) {
            <tr [class]="row.change">
              <td>
                <span class="sign" aria-hidden="true">{{ row.sign }}</span
                ><span [style.padding-left.px]="14 * row.indent">{{ row.label }}</span>
                <span class="dw-mono place">{{ row.place }}</span>
                <span class="cdk-visually-hidden">{{ row.word }}</span>
              </td>
              <td class="number">{{ row.costBefore }}</td>
              <td class="number">{{ row.costNow }}</td>
              <td class="number">{{ row.timeBefore }}</td>
              <td class="number">{{ row.timeNow }}</td>
              <td class="number">{{ row.share }}</td>
            </tr>
          }
        </tbody>
      </table>
    </div>
  `,
  styleUrl: './plan-table.css',
})
export class PlanComparisonTable {
  readonly before = input.required<ShownPlan>();
  readonly after = input.required<ShownPlan>();
  readonly earlier = input.required<readonly ShownPlan[]>();
  readonly otherChosen = output<string>();

  private readonly comparison = computed(() => comparePlans(this.before().plan, this.after().plan));
  protected readonly choices = computed(() =>
    this.earlier().map((plan) => ({ name: nameOf(plan), isChosen: plan === this.before() })),
  );
  protected readonly sums = computed(() => {
    const { totalCost, executionTimeMs } = this.comparison();
    return [
      sum('Cost', totalCost, (value) => countText(Math.round(value))),
      sum('Time', executionTimeMs, durationText),
    ].flat();
  });
  protected readonly rows = computed(() => {
    const [older, newer] = [indentsOf(this.before().plan.root), indentsOf(this.after().plan.root)];
    return this.comparison().nodes.map(({ change, before, after }) => {
      const node = after ?? before;
      return {
        indent: (after === null ? older : newer).get(node?.id ?? 0) ?? 0,
        change,
        sign: SIGNS[change],
        word: WORDS[change],
        label: node?.label ?? '',
        place: node === null ? '' : placeText(node),
        costBefore: cost(before),
        costNow: cost(after),
        timeBefore: time(before),
        timeNow: time(after),
        share: shareText(after?.share ?? null),
      };
    });
  });
}

function nameOf({ explainedAt, plan }: ShownPlan): string {
  // Plans come within seconds of each other.
  const at = explainedAt === null ? 'before' : `${shortTime(explainedAt, new Date())}:${explainedAt.slice(17, 19)}`;
  return `${at}${plan.isAnalyzed ? ', analyzed' : ', estimated'}`;
}

function sum(
  name: string,
  { before, after }: { before: number | null; after: number | null },
  words: (value: number) => string,
): { name: string; text: string; isBetter: boolean; isWorse: boolean }[] {
  if (before === null || after === null) return [];
  const text = `${words(before)} → ${words(after)}`;
  return [{ name, text, isBetter: after < before * 0.99, isWorse: after > before * 1.01 }];
}

function cost(node: PlanNode | null): string {
  return node?.ownCost === null || node === null ? '' : countText(Math.round(node.ownCost));
}

function time(node: PlanNode | null): string {
  return node?.ownTimeMs === null || node === null ? '' : durationText(node.ownTimeMs);
}
