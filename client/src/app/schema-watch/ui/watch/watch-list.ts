import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ContractSummary, WatchedConnection } from '#libs/api';
import { connectionStateName, connectionTone } from '../../../shared/connections/connection-look';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import type { Loaded } from '../../../shared/http/loaded';
import { shortTime } from '../../../shared/time/short-time';
import { Dot } from '../../../shared/ui/dot';
import { Icon } from '../../../shared/ui/icon/icon';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { LoadState } from '../../../shared/ui/state/load-state';
import type { LoadSource } from '../../../shared/ui/state/load-state';
import { latelyText } from '../../data/lately';
import { CHECK_FAILED, contractBadge } from '../../data/watch-words';

/** The connections, each with where its contract stands; those that cannot be watched say so. */
@Component({
  selector: 'dw-watch-list',
  imports: [ConnectionColour, Dot, Icon, LoadState, RouterLink, SidebarSection],
  template: `
    <dw-sidebar-section key="schema-watch" heading="Connections" [isGrowing]="true">
      <dw-load-state [source]="source" what="the state of connections" subject="The state of connections" />
      <ul aria-label="Connections">
        @for (row of rows(); track row.connection.id) {
          <li>
            <a
              class="row"
              queryParamsHandling="merge"
              [class.selected]="row.connection.id === selectedId()"
              [class.skipped]="!row.isWatched"
              [dwConnectionColour]="row.connection.colour"
              [attr.aria-current]="row.connection.id === selectedId() ? 'page' : null"
              [routerLink]="['/schema-watch', row.connection.id]"
              [queryParams]="{ connection: row.connection.id }"
            >
              <dw-dot [tone]="row.tone" [label]="row.health" />
              <span class="words">
                <span class="dw-clip">{{ row.connection.name }}</span>
                <span class="state">
                  @if (row.look; as look) {
                    <span class="dw-state" [class]="look.state">
                      <dw-icon [name]="look.icon" [size]="14" />{{ look.word }}
                    </span>
                  } @else {
                    <span class="none">{{ row.isWatched ? noneText() : 'Not watched' }}</span>
                  }
                  @if (row.lately) {
                    <span class="lately dw-num">{{ row.lately }}</span>
                  }
                </span>
              </span>
            </a>
          </li>
        }
      </ul>
      @if (hasSkipped()) {
        <p class="hint">Only relational connections are watched. DuckDB and folders of files are skipped.</p>
      }
    </dw-sidebar-section>
  `,
  styleUrl: './watch-list.css',
})
export class WatchList {
  readonly contracts = input.required<Loaded<readonly ContractSummary[]>>();
  readonly watched = input.required<Loaded<readonly WatchedConnection[]>>();
  readonly selectedId = input.required<string | null>();

  private readonly store = inject(ConnectionsStore);

  /** The states of connections; the connections are in sight while these are read. */
  protected readonly source: LoadSource = {
    state: () => ([this.contracts(), this.watched()].some((part) => part.state() === 'failed') ? 'failed' : 'ready'),
    problem: () => this.contracts().problem() ?? this.watched().problem(),
    isOutdated: () => this.source.problem() !== null,
    load: () => Promise.all([this.contracts().load(), this.watched().load()]),
  };
  /** Of a connection without a known contract. */
  protected readonly noneText = computed(
    () => ({ loading: 'Loading…', ready: 'No contract', failed: 'Contract unknown' })[this.contracts().state()],
  );
  protected readonly rows = computed(() => {
    const now = new Date();
    const [contracts, watches] = [this.contracts().value() ?? [], this.watched().value() ?? []];
    return this.store.connections().map((connection) => {
      const watched = watches.find(({ connection_id: id }) => id === connection.id);
      const hasFailed = (watched?.last_error ?? null) !== null;
      const contract = contracts.find(({ connection_id: id }) => id === connection.id);
      return {
        connection,
        isWatched: connection.capabilities.catalog,
        tone: connectionTone(connection.health.state),
        health: connectionStateName(connection.health.state),
        look: contract ? contractBadge(contract) : hasFailed ? CHECK_FAILED : null,
        lately: hasFailed ? shortTime(watched?.checked_at ?? '', now) : latelyText(watched, now),
      };
    });
  });
  protected readonly hasSkipped = computed(() => this.rows().some(({ isWatched }) => !isWatched));
}
