import { Component, computed, effect, inject } from '@angular/core';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { CopilotStore } from './copilot/copilot.store';
import { CopilotPanel } from './copilot/ui/copilot-panel';
import { ActiveEditor } from './editor/active-editor';
import { EditorPane } from './editor/ui/editor-pane';
import { EditorSplitter } from './editor/ui/editor-splitter';
import { ExportStrip } from './exports/ui/export-strip';
import { provideStudio, startStudio } from './provide-studio';
import { ResultPane } from './results/ui/result-pane';
import { DefinitionStore } from './schema/definition.store';
import { DefinitionPanel } from './schema/ui/definition-panel';
import { StudioSidebar } from './sidebar/ui/studio-sidebar';
import { ActiveConnection } from './tabs/active-connection';
import { TabsStore } from './tabs/tabs.store';
import { loadSortedList } from './tabs/ui/drag-sort';
import { TabBar } from './tabs/ui/tab-bar';
import { TabNotices } from './tabs/ui/tab-notices';
import { TabToolbar } from './toolbar/ui/tab-toolbar';

/** The studio: SQL in tabs above, what it gave below, connections, schema and history at the left. */
@Component({
  selector: 'dw-studio-page',
  imports: [
    ConnectionColour,
    CopilotPanel,
    DefinitionPanel,
    EditorPane,
    EditorSplitter,
    ExportStrip,
    ResultPane,
    StudioSidebar,
    TabBar,
    TabNotices,
    TabToolbar,
  ],
  providers: provideStudio(),
  templateUrl: './studio-page.html',
  styleUrl: './studio-page.css',
})
export class StudioPage {
  protected readonly tabs = inject(TabsStore);
  protected readonly connection = inject(ActiveConnection).value;
  protected readonly copilot = inject(CopilotStore);
  protected readonly definitions = inject(DefinitionStore);
  private readonly connections = inject(ConnectionsStore);
  protected readonly colours = computed(
    () => new Map(this.connections.connections().map(({ id, colour }) => [id, colour])),
  );

  constructor() {
    startStudio();
    const { isSettled } = inject(ActiveEditor);
    effect(() => {
      if (isSettled()) loadWhenIdle();
    });
  }
}

/**
 * The table is the heaviest part of the studio: it stays out of the first load, makes way for the editor, and is there
 * before the first rows, as is what drags tabs before the first drag.
 */
function loadWhenIdle(): void {
  const load = (): void => {
    void import('./results/table/ui/statement-table');
    void loadSortedList().catch(() => undefined);
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}
