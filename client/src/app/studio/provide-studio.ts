import { inject } from '@angular/core';
import type { Provider } from '@angular/core';
import { listenForKeys } from './commands/ui/listen-for-keys';
import { offerCommands } from './commands/ui/offer-commands';
import { PageCommands } from './commands/ui/page-commands';
import { DraftSync } from './drafts/draft-sync';
import { ActiveEditor } from './editor/active-editor';
import { DeepLink } from './links/ui/deep-link';
import { ResultWatch } from './results/result-watch';
import { CatalogWatch } from './schema/catalog-watch';
import { SessionWatch } from './sessions/session-watch';
import { TabConnection } from './tabs/tab-connection';

/** The services that live as long as the studio's page. */
export function provideStudio(): Provider[] {
  return [ActiveEditor, PageCommands, DeepLink, TabConnection, SessionWatch, CatalogWatch, ResultWatch];
}

/** Starts what follows the keyboard, the address and the server while the page is there. Needs its injection context. */
export function startStudio(): void {
  // Before the address is matched with a tab: what the page was opened at decides which of the server's tabs comes first.
  inject(DraftSync);
  listenForKeys();
  offerCommands();
  // Before the connections are matched: the tab of a link is one of its connection from the start.
  inject(DeepLink);
  inject(TabConnection);
  inject(SessionWatch);
  inject(CatalogWatch);
  inject(ResultWatch);
}
