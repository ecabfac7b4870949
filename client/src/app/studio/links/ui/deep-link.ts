import { effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import type { Connection } from '#libs/api';
import { readStudioLink, STUDIO_LINK_PARTS } from '#libs/studio-link';
import type { StudioLink } from '#libs/studio-link';
import { readsOnly } from '#libs/write-safety';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { LinkGrants } from '../../../shared/studio-link/link-grants';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { LinkDialog } from './link-dialog';
import type { LinkAnswer, LinkQuestion } from './link-dialog';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { MapColumns } from '../../results/map/map-columns';
import { ResultModesStore } from '../../results/result-modes.store';
import { RunActions } from '../../run/ui/run-actions';
import { isUnused } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';

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
  private readonly waiting = signal<ArrivedLink | null>(null);
  private readonly askedId = this.route.snapshot.queryParamMap.get('connection');

  constructor() {
    this.route.queryParamMap.pipe(takeUntilDestroyed()).subscribe((query) => {
      const link = readStudioLink(query);
      if (link !== null) this.waiting.set({ link, isOwn: this.grants.take(link) });
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
    if (this.tabs.activeId() === tabId) this.actions.run({ sql: link.sql, offset: 0 }, { isReadOnly });
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

  private openTab({ sql, title, isMap, mapColumn }: StudioLink, connection: Connection | null): string {
    const blank = this.tabs.active();
    const tabId = this.tabs.open({ sql, title, connectionId: connection?.id ?? null });
    if (isMap) this.modes.choose(tabId, 'map');
    if (mapColumn !== null) this.mapColumns.byTab.set(tabId, mapColumn);
    if (blank && isUnused(blank)) this.tabs.close(blank.id);
    return tabId;
  }

  private cleanAddress(): Promise<boolean> {
    const queryParams = Object.fromEntries(STUDIO_LINK_PARTS.map((part) => [part, null]));
    return this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
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
