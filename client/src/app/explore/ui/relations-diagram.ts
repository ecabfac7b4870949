import { Component, computed, input, output } from '@angular/core';
import type { Neighbourhood, RelatedTable } from '#libs/api';
import { diagramOf } from '../data/diagram-layout';

/** Tables as cards and foreign keys as lines between them. A card leads to its table. */
@Component({
  selector: 'dw-relations-diagram',
  template: `
    <div class="field" [style.width.px]="diagram().width" [style.height.px]="diagram().height">
      <svg aria-hidden="true" [attr.width]="diagram().width" [attr.height]="diagram().height">
        <defs>
          <marker id="dw-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M0 0 8 4 0 8z" />
          </marker>
        </defs>
        @for (edge of diagram().edges; track $index) {
          <path class="edge" marker-end="url(#dw-arrow)" [attr.d]="edge.path">
            <title>{{ edge.label }}</title>
          </path>
        }
      </svg>
      @for (card of diagram().cards; track card.key) {
        <button
          type="button"
          class="card"
          [class.chosen]="card.table.distance === 0"
          [style.left.px]="card.x"
          [style.top.px]="card.y"
          [style.width.px]="card.width"
          [style.height.px]="card.height"
          [attr.aria-label]="'Table ' + card.key"
          (click)="chosen.emit(card.table)"
        >
          <strong class="dw-clip">{{ card.table.name }}</strong>
          @for (line of card.lines; track line.name) {
            <span class="line dw-mono" [class.key]="line.isKey"
              ><span class="dw-clip">{{ line.name }}</span
              ><span class="type dw-clip">{{ line.type }}</span></span
            >
          }
          @if (card.more > 0) {
            <span class="line type">{{ card.more }} more</span>
          }
        </button>
      }
    </div>
    <ul class="cdk-visually-hidden">
      @for (edge of diagram().edges; track $index) {
        <li>{{ edge.label }}</li>
      }
    </ul>
  `,
  styles: `
    :host {
      display: block;
      overflow: auto;
      max-height: 420px;
      border-radius: var(--dw-radius-2);
      background: var(--dw-bg-sunken);
    }
    .field {
      position: relative;
    }
    svg {
      position: absolute;
      inset: 0;
    }
    .edge {
      fill: none;
      stroke: var(--dw-line-3);
      stroke-width: 1.5;
    }
    marker path {
      fill: var(--dw-line-3);
    }
    .card {
      position: absolute;
      display: flex;
      flex-direction: column;
      padding: 0 0 6px;
      border: 1px solid var(--dw-line-2);
      border-radius: var(--dw-radius-2);
      text-align: start;
      color: var(--dw-text-1);
      background: var(--dw-bg-panel);
    }
    .card:hover {
      border-color: var(--dw-line-3);
    }
    .card:focus-visible {
      outline: none;
      box-shadow: var(--dw-focus-ring);
    }
    .chosen {
      border-color: var(--dw-accent);
    }
    strong {
      padding: 0 8px;
      font: 600 var(--dw-text-dense) / 27px var(--dw-font-ui);
    }
    .line {
      display: flex;
      gap: 8px;
      justify-content: space-between;
      padding: 0 8px;
      font-size: var(--dw-text-micro);
      line-height: 18px;
    }
    .key {
      font-weight: 600;
    }
    .type {
      color: var(--dw-text-3);
      font-weight: 400;
    }
  `,
})
export class RelationsDiagram {
  readonly neighbourhood = input.required<Neighbourhood>();
  readonly chosen = output<RelatedTable>();

  protected readonly diagram = computed(() => diagramOf(this.neighbourhood()));
}
