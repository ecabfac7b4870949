import { effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import type { Connection, SavedQuery } from '#libs/api';
import { readQueryLink, readStudioLink, STUDIO_LINK_PARTS } from '#libs/studio-link';
import type { QueryLink, StudioLink } from '#libs/studio-link';
import { readsOnly } from '#libs/write-safety';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ApiProblem } from '../../../shared/http/api-problem';
import { LinkGrants } from '../../../shared/studio-link/link-grants';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { LinkDialog } from './link-dialog';
import type { LinkAnswer, LinkQuestion } from './link-dialog';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { wholeText } from '../../editor/text-stretch';
import { ChartChoices } from '../../results/chart/chart-choices';
import { MapColumns } from '../../results/map/map-columns';
import { ResultModesStore } from '../../results/result-modes.store';
import { ParameterMemory } from '../../run/parameter-memory';
import { RunActions } from '../../run/ui/run-actions';
import { linkOf } from '../../saved/save-state';
import { SavedQueriesApi } from '../../saved/saved-queries-api';
import { isUnused } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';

const MOST_ATTEMPTS = 5;

/** A link and whether a person followed it inside the workbench. */
interface ArrivedLink {
  readonly link: StudioLink;
  readonly isOwn: boolean;
}

/**
 * Opens what the address asks for, once. A link that a person followed inside the workbench and that only reads runs at
 * once; every other link is shown first. The address is cleaned before anything runs, so that neither a reload nor the
 * way back runs it again.
 */
@Service({ autoProvided: false })
export class DeepLink {
  private readonly route = inject(ActivatedRoute);
  private readonly router = inject(Router);
  private readonly connections = inject(ConnectionsStore);
  private readonly grants = inject(LinkGrants);
  private readonly tabs = inject(TabsStore);
  private readonly actions = inject(RunActions);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly modes = inject(ResultModesStore);
  private readonly mapColumns = inject(MapColumns);
  private readonly charts = inject(ChartChoices);
  private readonly parameters = inject(ParameterMemory);
  private readonly queries = inject(SavedQueriesApi);
  /** The saved queries of links that name one. */
  private readonly savedOf = new WeakMap<StudioLink, SavedQuery>();
  /** The parts of a link that the address has, as one comparable text. */
  private inAddress: string | null = null;
  private readonly waiting = signal<ArrivedLink | null>(null);
  private readonly askedId = this.route.snapshot.queryParamMap.get('connection');

  constructor() {
    this.route.queryParamMap.pipe(takeUntilDestroyed()).subscribe((query) => {
      const link = readStudioLink(query);
      const inAddress = JSON.stringify(STUDIO_LINK_PARTS.map((part) => query.get(part)));
      // Another change of the address may come before the link is taken out of it.
      const isKnown = inAddress === this.inAddress;
      this.inAddress = inAddress;
      if (isKnown) return;
      if (link !== null) this.waiting.set({ link, isOwn: this.grants.take(link) });
      const queryLink = readQueryLink(query);
      if (queryLink !== null) void this.findQuery(queryLink);
    });
    // Whether a connection exists is known only once the list was read.
    effect(() => {
      const arrived = this.waiting();
      if (arrived !== null && this.connections.state() === 'ready') untracked(() => void this.open(arrived));
    });
    const asked = effect(() => {
      if (this.connections.state() !== 'ready') return;
      asked.destroy();
      untracked(() => this.warnIfUnknown());
    });
  }

  /** A link that names a saved query brings no text: it is the one that the server lets the person see. */
  private async findQuery({ queryId, ...view }: QueryLink): Promise<void> {
    try {
      const query = await this.queries.get(queryId);
      const { sql, name: title, connection_id: connectionId } = query;
      const link = { ...view, sql, title, connectionId };
      this.savedOf.set(link, query);
      this.waiting.set({ link, isOwn: false });
    } catch (error) {
      await this.cleanAddress();
      const isGone = ApiProblem.from(error).code === 'query-not-found';
      const text = 'It was deleted, or it is not shared with you. Nothing was run.';
      if (isGone) this.toasts.show({ tone: 'danger', title: "The link's query can't be found", text });
      else this.toasts.showFailure("Couldn't open the link", error);
    }
  }

  private async open({ link, isOwn }: ArrivedLink): Promise<void> {
    this.waiting.set(null);
    const connection = link.connectionId === null ? null : this.connections.find(link.connectionId);
    if (connection === null || !link.isRun) await this.openWithoutRunning(link, connection);
    else if (isOwn && readsOnly(link.sql, connectionDialect(connection))) await this.openAndRun(link, connection);
    else await this.ask(link, connection);
  }

  private async openWithoutRunning(link: StudioLink, connection: Connection | null): Promise<void> {
    this.openTab(link, connection);
    await this.cleanAddress();
    if (link.connectionId === null) this.warnOfNoConnection();
  }

  /** The session is read-only wherever the text only reads, so that the database refuses what its functions write. */
  private async openAndRun(link: StudioLink, connection: Connection): Promise<void> {
    const tabId = this.openTab(link, connection);
    await this.cleanAddress();
    const isReadOnly = readsOnly(link.sql, connectionDialect(connection));
    if (this.tabs.activeId() === tabId) this.actions.run(wholeText(link.sql), { isReadOnly });
  }

  private async ask(link: StudioLink, connection: Connection): Promise<void> {
    await this.cleanAddress();
    const { sql } = link;
    const isReadOnly = connection.read_only || readsOnly(sql, connectionDialect(connection));
    const options = { data: { connection, sql, isReadOnly }, width: 560, isForm: true };
    const answer = await this.dialogs.open<LinkDialog, LinkAnswer, LinkQuestion>(LinkDialog, options);
    if (answer === 'run') await this.openAndRun(link, connection);
    else if (answer === 'open') await this.openWithoutRunning(link, connection);
  }

  private openTab(link: StudioLink, connection: Connection | null): string {
    const blank = this.tabs.active();
    const { sql, title } = link;
    const query = this.savedOf.get(link);
    const saved = query?.is_own === true ? { saved: linkOf(query) } : {};
    const tabId = this.tabs.open({ sql, title, connectionId: connection?.id ?? null, ...saved });
    this.showAs(tabId, link);
    if (blank && isUnused(blank)) this.tabs.close(blank.id);
    return tabId;
  }

  /** Shows the result as the link says, and has its values in the question for the parameters. */
  private showAs(tabId: string, { sql, isMap, mapColumn, mode, chart, parameters }: StudioLink): void {
    if (isMap || mode !== null) this.modes.choose(tabId, isMap ? 'map' : (mode ?? 'table'));
    if (mapColumn !== null) this.mapColumns.byTab.set(tabId, mapColumn);
    if (chart !== null) this.charts.byTab.set(tabId, chart);
    const tab = this.tabs.find(tabId);
    if (parameters !== null && tab) this.parameters.keep(tab, sql, parameters);
  }

  /** Takes the link out of the address, once more where another change of the address comes in between. */
  private async cleanAddress(): Promise<void> {
    const queryParams = Object.fromEntries(STUDIO_LINK_PARTS.map((part) => [part, null]));
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const isDone = await this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
      if (isDone) return;
    }
  }

  private warnOfNoConnection(): void {
    this.toasts.show({
      tone: 'warn',
      title: 'The link has no connection',
      text: 'Its SQL was opened but not run. Choose a connection to run it.',
    });
  }

  private warnIfUnknown(): void {
    if (this.askedId === null || this.connections.find(this.askedId) !== null) return;
    this.toasts.show({
      tone: 'danger',
      title: `There is no connection “${this.askedId.slice(0, 60)}”`,
      text: "It was removed or you don't have access. Nothing was run.",
    });
  }
}
