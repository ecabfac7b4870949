import { inject } from '@angular/core';
import { CommandSources } from '../../../shared/palette/command-sources';
import { pageActions } from './page-actions';
import { PageCommands } from './page-commands';
import { StudioCommands } from './studio-commands';

/**
 * Lists the studio's actions, tabs, connections, files, tables and saved queries in the palette. Needs an injection
 * context.
 */
export function offerCommands(): void {
  const [sources, page, commands] = [inject(CommandSources), inject(PageCommands), inject(StudioCommands)];
  sources.add(() => [
    ...pageActions(page),
    ...commands.openTabs(),
    ...commands.allConnections(),
    ...commands.bookmarkedFiles(),
  ]);
  sources.add(() => commands.previewSelected());
  sources.add(() => commands.tables());
  sources.add(() => commands.savedQueries());
}
