import { inject } from '@angular/core';
import { CommandSources } from '../../../shared/palette/command-sources';
import { StudioCommands } from './studio-commands';
import { pageActions } from './page-actions';
import type { PageActionTargets } from './page-actions';

/**
 * Lists the studio's actions, tabs, connections, files, tables and saved queries in the palette; `targets` is called each
 * time the palette opens. Needs an injection context.
 */
export function offerCommands(targets: () => PageActionTargets): void {
  const [sources, commands] = [inject(CommandSources), inject(StudioCommands)];
  sources.add(() => [
    ...pageActions(targets()),
    ...commands.openTabs(),
    ...commands.allConnections(),
    ...commands.bookmarkedFiles(),
  ]);
  sources.add(() => commands.previewSelected());
  sources.add(() => commands.tables());
  sources.add(() => commands.savedQueries());
}
