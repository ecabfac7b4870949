import { Component, input, output } from '@angular/core';
import type { TileLayerInfo, TileLayerSettings } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';

/** Which columns the layer is made of, and whose data it is. */
@Component({
  selector: 'dw-layer-columns',
  imports: [Icon],
  template: `
    <label>
      <span>Geometry</span>
      <span class="dw-select">
        <select class="dw-input dw-form" [disabled]="!info().is_own" (change)="choose('geometry_column', $event)">
          @for (name of info().geometry_columns; track $index) {
            <option [value]="name" [selected]="name === info().geometry.column">{{ name }}</option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </span>
    </label>
    <label>
      <span>Feature id</span>
      <span class="dw-select">
        <select class="dw-input dw-form" [disabled]="!info().is_own" (change)="choose('id_column', $event)">
          <option value="" [selected]="info().id_column === null">none</option>
          @for (name of info().id_columns; track $index) {
            <option [value]="name" [selected]="name === info().id_column">{{ name }}</option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </span>
    </label>
    <label>
      <span>Attribution</span>
      <input
        class="dw-input dw-form"
        maxlength="500"
        [disabled]="!info().is_own"
        [value]="info().settings.attribution ?? ''"
        (change)="choose('attribution', $event)"
      />
    </label>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
    }
    label {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
    }
    label > span:first-child {
      flex: none;
      width: 84px;
      color: var(--dw-text-2);
    }
    .dw-select,
    input {
      flex: 1;
      min-width: 0;
    }
  `,
})
export class LayerColumns {
  readonly info = input.required<TileLayerInfo>();
  readonly chosen = output<Partial<TileLayerSettings>>();

  protected choose(what: 'geometry_column' | 'id_column' | 'attribution', event: Event): void {
    const { value } = event.target as HTMLSelectElement | HTMLInputElement;
    this.chosen.emit({ [what]: value === '' ? null : value });
  }
}
