import { DecimalPipe } from '@angular/common';
import { Component, computed, effect, inject, input, untracked } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { AdminConnection, SpatialColumn, SpatialOverview } from '#libs/api';
import { indexStatement, mapStatement } from '#libs/explore';
import { Loaded } from '../../shared/http/loaded';
import { CopyButton } from '../../shared/ui/copy-button';
import { RunsInStudio } from '../../shared/studio-link/runs-in-studio';
import { Icon } from '../../shared/ui/icon/icon';
import { LoadState } from '../../shared/ui/state/load-state';
import { AdminApi } from '../data/admin-api';

/** PostGIS by connection, and the tables whose geometries no index finds. */
@Component({
  selector: 'dw-missing-indexes-card',
  imports: [CopyButton, DecimalPipe, Icon, LoadState, RouterLink, RunsInStudio],
  template: `
    <header><h2 id="spatial-title">Spatial</h2></header>
    @for (one of all(); track one.connection.id) {
      <dw-load-state
        [source]="one.overview"
        [what]="'spatial tables of ' + one.connection.name"
        [subject]="one.connection.name"
        [rows]="1"
      />
      @if (one.overview.value(); as overview) {
        <p class="words">
          {{ one.connection.name }}:
          @if (overview.postgis === null) {
            no PostGIS
          } @else {
            PostGIS {{ overview.postgis.version }}, {{ overview.columns.length }}
            {{ overview.columns.length === 1 ? 'column' : 'columns' }} with geometries,
            {{ missing(overview).length }} without a spatial index
          }
        </p>
        @if (missing(overview).length > 0) {
          <table class="dw-things" [attr.aria-label]="'Tables of ' + one.connection.name + ' without a spatial index'">
            <tbody>
              @for (column of missing(overview); track column.schema + '.' + column.table + '.' + column.column) {
                <tr>
                  <td>
                    <div class="dw-lines">
                      <span class="dw-mono">{{ column.schema }}.{{ column.table }}</span>
                      <span>{{ column.column }}, {{ column.shape.toLowerCase() }}</span>
                    </div>
                  </td>
                  <td class="dw-num">
                    {{
                      column.estimated_rows === null
                        ? 'rows unknown'
                        : 'about ' + (column.estimated_rows | number) + ' rows'
                    }}
                  </td>
                  <td>
                    <dw-copy-button
                      [text]="indexOf(column)"
                      [label]="'Copy the statement of an index on ' + column.table"
                    />
                    <a
                      class="dw-btn dw-sm"
                      dwRunsInStudio
                      routerLink="/studio"
                      [queryParams]="linkOf(one.connection.id, column)"
                    >
                      <dw-icon name="map" [size]="14" />Open in map
                    </a>
                  </td>
                </tr>
              }
            </tbody>
          </table>
        }
      }
    } @empty {
      <p class="words">No relational connections.</p>
    }
  `,
  styleUrl: './card.css',
})
export class MissingIndexesCard {
  readonly connections = input.required<readonly AdminConnection[]>();

  private readonly api = inject(AdminApi);
  private readonly relational = computed(() => this.connections().filter(({ capabilities }) => capabilities.activity), {
    equal: (a, b) => a.map(({ id }) => id).join('\n') === b.map(({ id }) => id).join('\n'),
  });
  protected readonly all = computed(() =>
    this.relational().map((connection) => ({
      connection,
      overview: new Loaded<SpatialOverview>(() => this.api.spatial(connection.id)),
    })),
  );

  constructor() {
    effect(() => {
      const all = this.all();
      untracked(() => {
        for (const { overview } of all) void overview.load();
      });
    });
  }

  protected missing({ columns }: SpatialOverview): SpatialColumn[] {
    return columns.filter((column) => column.has_index === false);
  }

  protected indexOf({ schema, table, column }: SpatialColumn): string {
    return indexStatement(schema, table, column);
  }

  protected linkOf(connection: string, { schema, table, column }: SpatialColumn): Record<string, string> {
    return { connection, sql: mapStatement(schema, table), map: '1', map_column: column, title: table };
  }
}
