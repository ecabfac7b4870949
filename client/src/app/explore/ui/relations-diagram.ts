import { Component, computed, input, output } from '@angular/core';
import type { Neighbourhood, RelatedTable } from '#libs/api';
import { layoutDiagram, tableKey } from '#libs/diagram';
import type { DiagramCard } from '#libs/diagram';
import { schemaColours } from '../data/diagram-source';
import { DiagramCanvas } from './diagram-canvas';

const NONE = { found: new Set<string>(), marks: new Map<string, never>() } as const;

/** The tables around one, with the foreign keys between them. A card leads to its table. */
@Component({
  selector: 'dw-relations-diagram',
  imports: [DiagramCanvas],
  template: `
    <dw-diagram-canvas
      name="relations"
      label="Related tables"
      [diagram]="diagram()"
      [opened]="centre()"
      [found]="none.found"
      [colours]="colours()"
      [marks]="none.marks"
      (chosen)="choose($event)"
    />
    <ul class="cdk-visually-hidden">
      @for (edge of diagram().edges; track edge.id) {
        <li>{{ edge.label }}</li>
      }
    </ul>
  `,
  styles: `
    :host {
      position: relative;
      display: flex;
      height: 420px;
      overflow: hidden;
      border: 1px solid var(--dw-line-1);
      border-radius: var(--dw-radius-2);
    }
  `,
})
export class RelationsDiagram {
  readonly neighbourhood = input.required<Neighbourhood>();
  readonly chosen = output<RelatedTable>();

  protected readonly none = NONE;
  protected readonly diagram = computed(() => layoutDiagram(this.neighbourhood()));
  protected readonly colours = computed(() => schemaColours(this.neighbourhood()));
  /** The table that the others are around. */
  protected readonly centre = computed(() => {
    const table = this.neighbourhood().tables.find(({ distance }) => distance === 0);
    return table ? tableKey({ schema: table.schema, table: table.name }) : null;
  });

  protected choose({ schema, name }: DiagramCard): void {
    const table = this.neighbourhood().tables.find((one) => one.schema === schema && one.name === name);
    if (table) this.chosen.emit(table);
  }
}
