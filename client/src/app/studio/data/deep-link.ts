import { effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import type { Connection } from '#libs/api';
import { readStudioLink, STUDIO_LINK_PARTS } from '#libs/studio-link';
import type { StudioLink } from '#libs/studio-link';
import { readsOnly } from '#libs/write-safety';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { Dialogs } from '../../shared/ui/dialog/dialogs';
import { Toasts } from '../../shared/ui/toast/toasts';
import { LinkDialog } from '../ui/confirm/link-dialog';
import type { LinkQuestion } from '../ui/confirm/link-dialog';
import { connectionDialect } from './connection-dialect';
import { ResultModesStore } from './result-modes.store';
import { StudioActions } from './studio-actions';
import { isUnused } from './studio-tab';
import { TabsStore } from './tabs.store';

/**
 * Opens what the address asks for, once: the text goes into a new tab, the address is cleaned, and only then the text
 * runs, so that a reload or the way back never runs it again.
 */
@Service({ autoProvided: false })
export class DeepLink {
  private readonly route = inject(ActivatedRoute);
  private readonly router = inject(Router);
  private readonly connections = inject(ConnectionsStore);
  private readonly tabs = inject(TabsStore);
  private readonly actions = inject(StudioActions);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly modes = inject(ResultModesStore);
  private readonly waiting = signal<StudioLink | null>(null);
  private readonly askedId = this.route.snapshot.queryParamMap.get('connection');

  constructor() {
    this.route.queryParamMap.pipe(takeUntilDestroyed()).subscribe((query) => {
      const link = readStudioLink(query);
      if (link !== null) this.waiting.set(link);
    });
    // Only a list that was read tells whether a connection is there.
    effect(() => {
      const link = this.waiting();
      if (link !== null && this.connections.state() === 'ready') untracked(() => void this.open(link));
    });
    const asked = effect(() => {
      if (this.connections.state() !== 'ready') return;
      asked.destroy();
      untracked(() => this.tellIfUnknown());
    });
  }

  private async open(link: StudioLink): Promise<void> {
    this.waiting.set(null);
    const connection = link.connectionId === null ? null : this.connections.find(link.connectionId);
    const { sql, title } = link;
    const blank = this.tabs.active();
    const tabId = this.tabs.open({ sql, title, connectionId: connection?.id ?? null });
    if (link.isMap) this.modes.choose(tabId, 'map');
    if (blank && isUnused(blank)) this.tabs.close(blank.id);
    await this.cleanAddress();
    if (connection !== null) await this.run(tabId, link, connection);
    else this.tellWhyNotRun(link);
  }

  private cleanAddress(): Promise<boolean> {
    const queryParams = Object.fromEntries(STUDIO_LINK_PARTS.map((part) => [part, null]));
    return this.router.navigate([], { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }

  /** What only reads runs where it can do nothing else; anything more is asked about. */
  private async run(tabId: string, { sql, isRun }: StudioLink, connection: Connection): Promise<void> {
    if (!isRun) return;
    const isReadOnly = readsOnly(sql, connectionDialect(connection));
    if (!isReadOnly && !(await this.isMeant({ connection, sql }))) return;
    if (this.tabs.activeId() === tabId) this.actions.run({ sql, offset: 0 }, { isReadOnly });
  }

  private async isMeant(data: LinkQuestion): Promise<boolean> {
    const options = { data, width: 520, isForm: true };
    return (await this.dialogs.open<LinkDialog, boolean, LinkQuestion>(LinkDialog, options)) === true;
  }

  private tellWhyNotRun({ connectionId }: StudioLink): void {
    if (connectionId !== null) return;
    this.toasts.show({
      tone: 'warn',
      title: 'The link names no connection',
      text: 'Its text is open and was not run. Choose a connection to run it.',
    });
  }

  private tellIfUnknown(): void {
    if (this.askedId === null || this.connections.find(this.askedId) !== null) return;
    this.toasts.show({
      tone: 'danger',
      title: `There is no connection “${this.askedId.slice(0, 60)}”`,
      text: 'It was removed, or it is not yours to use. Nothing was run; choose another connection.',
    });
  }
}
