import { Component, computed, input, output } from '@angular/core';
import type { PlanMeasure } from '#libs/plan';
import { Icon } from '../../../../shared/ui/icon/icon';
import type { PlacedNode } from '../plan-layout';
import { cardText, nodeIcon, nodeLabel } from '../plan-words';

/** One node of a plan as a card: what it does, on what, how many rows, what it costs by itself. */
@Component({
  selector: 'dw-plan-card',
  imports: [Icon],
  template: `
    @if (words(); as w) {
      <span class="row title">
        <dw-icon [name]="icon()" [size]="14" />
        <strong class="dw-clip">{{ w.title }}</strong>
        <span class="end dw-num share" [class.loud]="w.heat >= 3">{{ w.share }}</span>
      </span>
      <span class="row object">
        <span class="dw-clip dw-mono">{{ w.object }}</span>
        <span class="end dw-num cost">{{ w.cost }}</span>
      </span>
      <span class="row condition">
        <span class="dw-clip dw-mono">{{ w.condition }}</span>
        @if (w.chips[0]; as chip) {
          <span class="end chip" [attr.data-tone]="chip.tone" [title]="chip.reason">
            <dw-icon [name]="chip.kind === 'misestimate' ? 'gauge' : 'triangle-alert'" [size]="12" />{{ chip.text }}
            @if (w.chips.length > 1) {
              <span>+{{ w.chips.length - 1 }}</span>
            }
          </span>
        }
      </span>
      <span class="row figures dw-num">
        <span class="dw-clip">
          @if (w.realRows !== null) {
            <span class="quiet">{{ w.rows }} →</span> {{ w.realRows }} {{ w.rowsUnit }}
          } @else if (w.rows) {
            {{ w.rows }} {{ w.rowsUnit }}
          }
        </span>
        @if (w.time) {
          <span class="end">{{ w.time }}</span>
        }
      </span>
      <span class="bar"
        ><span [style.width]="w.share" [style.background]="'var(--dw-heat-' + w.heat + ')'"></span
      ></span>
      @if (placed().node.children.length > 0) {
        <button
          type="button"
          class="fold"
          tabindex="-1"
          [attr.aria-label]="(placed().hiddenCount > 0 ? 'Unfold ' : 'Fold ') + w.title"
          (click)="folded.emit(); $event.stopPropagation()"
        >
          {{ placed().hiddenCount > 0 ? '+' + placed().hiddenCount : '−' }}
        </button>
      }
    }
  `,
  styleUrl: './plan-card.css',
  host: {
    role: 'treeitem',
    '[id]': "'plan-node-' + placed().node.id",
    '[attr.aria-label]': 'spoken()',
    '[attr.aria-level]': 'placed().depth + 1',
    '[attr.aria-selected]': 'isSelected()',
    '[attr.aria-expanded]': 'placed().node.children.length === 0 ? null : placed().hiddenCount === 0',
    '[attr.tabindex]': 'isFocusable() ? 0 : -1',
    '[class.heaviest]': 'words().isHeaviest',
    '[class.idle]': 'placed().node.isNeverExecuted',
    '[style.left.px]': 'placed().x',
    '[style.top.px]': 'placed().y',
  },
})
export class PlanCard {
  readonly placed = input.required<PlacedNode>();
  readonly measure = input.required<PlanMeasure>();
  readonly isSelected = input(false);
  readonly isFocusable = input(false);
  readonly folded = output();

  protected readonly words = computed(() => cardText(this.placed().node, this.measure()));
  protected readonly icon = computed(() => nodeIcon(this.placed().node.nodeType));
  protected readonly spoken = computed(() => nodeLabel(this.placed().node, this.measure()));
}
