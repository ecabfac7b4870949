import { Component, computed, input, output } from '@angular/core';
import type { LayerStyle, TileLayerProperty } from '#libs/api';
import { legendOf } from '#libs/tiles';
import { Icon } from '../../shared/ui/icon/icon';
import { Segments } from '../../shared/ui/segments';
import type { Segment } from '../../shared/ui/segments';

export type StyleKind = LayerStyle['kind'];

/** Which style is wanted: the values that it is made of are in the map. */
export interface StyleRequest {
  readonly kind: StyleKind;
  readonly column: string | null;
}

const KINDS: readonly Segment<StyleKind>[] = [
  { value: 'single', label: 'One colour' },
  { value: 'category', label: 'By value' },
  { value: 'graduated', label: 'By amount' },
];

/** How features are painted, and what the colours mean. */
@Component({
  selector: 'dw-style-form',
  imports: [Icon, Segments],
  template: `
    <dw-segments label="Style" [options]="kinds" [value]="style().kind" (valueChange)="ask($event)" />
    @if (style().kind === 'single') {
      <label class="row">
        <span>Colour</span>
        <input type="color" [value]="single()" (change)="paintAlike($event)" />
      </label>
    } @else {
      <label class="row">
        <span>Column</span>
        <span class="dw-select">
          <select class="dw-input dw-form" (change)="choose($event)">
            @for (name of columns(); track name) {
              <option [value]="name" [selected]="name === column()">{{ name }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </span>
      </label>
      <ul class="legend" aria-label="Legend">
        @for (line of legend(); track $index) {
          <li>
            <span class="swatch" [style.background]="line.colour"></span
            ><span class="dw-clip dw-mono">{{ line.label }}</span>
          </li>
        }
      </ul>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
      align-items: flex-start;
    }
    .row {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
    }
    .row > span:first-child {
      width: 56px;
      color: var(--dw-text-2);
    }
    input[type='color'] {
      width: 44px;
      height: 28px;
      padding: 2px;
      border: 1px solid var(--dw-line-3);
      border-radius: var(--dw-radius-2);
      background: none;
    }
    .legend {
      display: flex;
      flex-direction: column;
      gap: 2px;
      width: 100%;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    .legend > li {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
      min-width: 0;
      font-size: var(--dw-text-dense);
    }
    .swatch {
      flex: none;
      width: 14px;
      height: 14px;
      border-radius: var(--dw-radius-1);
    }
  `,
})
export class StyleForm {
  readonly style = input.required<LayerStyle>();
  readonly properties = input.required<readonly TileLayerProperty[]>();
  readonly wished = output<StyleRequest>();
  readonly chosen = output<LayerStyle>();

  protected readonly kinds = KINDS;
  protected readonly legend = computed(() => legendOf(this.style()));
  protected readonly single = computed(() => {
    const style = this.style();
    return style.kind === 'single' ? style.colour : '';
  });
  protected readonly column = computed(() => {
    const style = this.style();
    return style.kind === 'single' ? null : style.column;
  });
  protected readonly columns = computed(() => this.columnsFor(this.style().kind));

  protected ask(kind: StyleKind): void {
    const columns = this.columnsFor(kind);
    const column = this.column();
    this.wished.emit({ kind, column: column !== null && columns.includes(column) ? column : (columns[0] ?? null) });
  }

  protected choose(event: Event): void {
    this.wished.emit({ kind: this.style().kind, column: (event.target as HTMLSelectElement).value });
  }

  protected paintAlike(event: Event): void {
    this.chosen.emit({ kind: 'single', colour: (event.target as HTMLInputElement).value });
  }

  private columnsFor(kind: StyleKind): string[] {
    const fitting = this.properties().filter(({ served }) => kind !== 'graduated' || served === 'Number');
    return fitting.map(({ name }) => name);
  }
}
