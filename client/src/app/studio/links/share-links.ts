import { DOCUMENT } from '@angular/common';
import { inject, Service } from '@angular/core';
import type { SavedQuery } from '#libs/api';
import { textParameters } from '#libs/sql';
import { isShortEnough, LINK_MODES, queryAddress, studioAddress } from '#libs/studio-link';
import type { LinkView } from '#libs/studio-link';
import { connectionDialect } from '../../shared/connections/connection-dialect';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ChartChoices } from '../results/chart/chart-choices';
import { MapColumns } from '../results/map/map-columns';
import { MapPlaces } from '../results/map/map-places';
import { ResultModesStore } from '../results/result-modes.store';
import { ParameterMemory } from '../run/parameter-memory';
import { saveStateOf } from '../saved/save-state';
import { tabTitle } from '../tabs/studio-tab';
import type { StudioTab } from '../tabs/studio-tab';

/** Writes links that others can open: of a tab, with how its result is shown, or of a saved query. */
@Service()
export class ShareLinks {
  private readonly document = inject(DOCUMENT);
  private readonly connections = inject(ConnectionsStore);
  private readonly modes = inject(ResultModesStore);
  private readonly charts = inject(ChartChoices);
  private readonly mapPlaces = inject(MapPlaces);
  private readonly mapColumns = inject(MapColumns);
  private readonly memory = inject(ParameterMemory);

  /**
   * The link of a tab; null where its text is too long for one. A tab that holds a saved query as it was saved gives the
   * link of the query, which has any length.
   */
  ofTab(tab: StudioTab, isRun: boolean): string | null {
    const view = { ...this.viewOf(tab), isRun };
    const saved = saveStateOf(tab) === 'saved' ? tab.saved : null;
    const address =
      saved !== null && saved !== undefined
        ? queryAddress({ ...view, queryId: saved.queryId })
        : studioAddress({ ...view, connectionId: tab.connectionId, sql: tab.sql, title: tabTitle(tab) });
    return isShortEnough(address) ? this.absolute(address) : null;
  }

  /** The link of a saved query. */
  ofQuery({ id }: SavedQuery, isRun: boolean): string {
    return this.absolute(queryAddress({ queryId: id, isRun }));
  }

  private viewOf(tab: StudioTab): Omit<LinkView, 'isRun'> {
    const mode = this.modes.of(tab.id);
    return {
      isMap: mode === 'map',
      mapColumn: mode === 'map' ? this.mapColumn(tab.id) : null,
      mode: LINK_MODES.find((known) => known === mode && known !== 'table') ?? null,
      chart: mode === 'chart' ? this.lastOf(tab.id, this.charts.specs) : null,
      parameters: this.parametersOf(tab),
    };
  }

  private mapColumn(tabId: string): string | null {
    const source = this.lastOf(tabId, this.mapPlaces.choices)?.source ?? '';
    return source === '' ? (this.mapColumns.byTab.get(tabId) ?? null) : source;
  }

  private parametersOf(tab: StudioTab): LinkView['parameters'] {
    const connection = this.connections.find(tab.connectionId ?? '');
    if (connection === null) return null;
    const { names, isMixed } = textParameters(tab.sql, connectionDialect(connection));
    const known = isMixed ? {} : this.memory.find(tab, tab.sql, names);
    return Object.keys(known).length === 0 ? null : known;
  }

  /** What was set last of a tab, in a map whose keys begin with the tab. */
  private lastOf<T>(tabId: string, map: ReadonlyMap<string, T>): T | null {
    return [...map].findLast(([key]) => key.startsWith(`${tabId} `))?.[1] ?? null;
  }

  private absolute(address: string): string {
    return new URL(address, this.document.location.origin).href;
  }
}
