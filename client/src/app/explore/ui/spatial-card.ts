import { DecimalPipe } from '@angular/common';
import { Component, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { SpatialColumn, SpatialOverview } from '#libs/api';
import { mapStatement } from '#libs/explore';
import { RunsInStudio } from '../../shared/studio-link/runs-in-studio';
import { Icon } from '../../shared/ui/icon/icon';

/** Tables with geometries: what they hold, where they are, whether an index finds it, and the way to the map. */
@Component({
  selector: 'dw-spatial-card',
  imports: [DecimalPipe, Icon, RouterLink, RunsInStudio],
  template: `
    <table class="dw-things" aria-label="Spatial tables">
      <thead>
        <tr>
          <th scope="col">Table</th>
          <th scope="col">Geometry</th>
          <th scope="col" class="number">SRID</th>
          <th scope="col">Extent</th>
          <th scope="col" class="number">Rows</th>
          <th scope="col">Spatial index</th>
          <th scope="col"><span class="cdk-visually-hidden">Map</span></th>
        </tr>
      </thead>
      <tbody>
        @for (one of overview().columns; track one.schema + '.' + one.table + '.' + one.column) {
          <tr>
            <td>
              <button type="button" class="dw-btn dw-ghost dw-sm dw-mono name" (click)="chosen.emit(one)">
                {{ one.schema === 'public' ? one.table : one.schema + '.' + one.table }}
              </button>
            </td>
            <td>
              <div class="dw-lines">
                <span class="dw-mono">{{ one.column }}</span>
                <span>{{ one.shape.toLowerCase() }}{{ one.type === 'geography' ? ', geography' : '' }}</span>
              </div>
            </td>
            <td class="dw-mono number">{{ one.srid === 0 ? 'not set' : one.srid }}</td>
            <td class="dw-mono extent">{{ extentOf(one) }}</td>
            <td class="dw-num number">
              {{ one.estimated_rows === null ? 'unknown' : 'about ' + (one.estimated_rows | number) }}
            </td>
            <td>
              @switch (one.has_index) {
                @case (true) {
                  <span class="dw-state dw-success"><dw-icon name="circle-check" [size]="14" />Present</span>
                }
                @case (false) {
                  <span class="dw-state dw-warn"><dw-icon name="triangle-alert" [size]="14" />Missing</span>
                }
                @default {
                  <span class="dw-state">None possible</span>
                }
              }
            </td>
            <td>
              <a class="dw-btn dw-sm" dwRunsInStudio routerLink="/studio" [queryParams]="linkOf(one)">
                <dw-icon name="map" [size]="14" />Open in map
              </a>
            </td>
          </tr>
        }
      </tbody>
    </table>
  `,
  styles: `
    /* The name stands under its heading, the ground of the button around it. */
    .name {
      margin-left: calc(-1 * var(--dw-space-2));
    }
    .number {
      text-align: end;
    }
    .extent {
      font-size: var(--dw-text-micro);
      white-space: nowrap;
    }
  `,
})
export class SpatialCard {
  readonly overview = input.required<SpatialOverview>();
  readonly chosen = output<SpatialColumn>();

  protected extentOf({ extent }: SpatialColumn): string {
    return extent === null ? 'not analyzed' : extent.map((side) => Number(side.toPrecision(6))).join(', ');
  }

  protected linkOf({ schema, table, column }: SpatialColumn): Record<string, string> {
    return {
      connection: this.overview().connection_id,
      sql: mapStatement(schema, table),
      map: '1',
      map_column: column,
      title: table,
    };
  }
}
