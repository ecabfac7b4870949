import { Component, inject, input } from '@angular/core';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ConnectionsSection } from '../../../shared/connections/ui/connections-section';
import { Sidebar } from '../../../shared/ui/sidebar/sidebar';
import { ActiveEditor } from '../../editor/active-editor';
import { ExportsStore } from '../../exports/exports.store';
import { FilesSection } from '../../files/ui/files-section';
import { HistoryActions } from '../../history/history-actions';
import { HistorySection } from '../../history/ui/history-section';
import { RunsStore } from '../../run/runs.store';
import { SavedSection } from '../../saved/ui/saved-section';
import { SchemaSection } from '../../schema/ui/schema-section';
import { TabsStore } from '../../tabs/tabs.store';

/** The studio's sidebar: connections, schema, files, saved queries and history. */
@Component({
  selector: 'dw-studio-sidebar',
  imports: [ConnectionsSection, FilesSection, HistorySection, SavedSection, SchemaSection, Sidebar],
  template: `
    <dw-sidebar>
      <!-- Behind the editor, which a visit begins with. -->
      @defer (when editor.isSettled()) {
        <dw-connections-section (opened)="tabs.open({ connectionId: $event })" />
        <dw-schema-section [connection]="connections.browsed()" />
        <dw-files-section />
        <dw-saved-section [colours]="colours()" />
        <dw-history-section
          [finishedRuns]="runs.finished() + exports.finishedQueries()"
          [colours]="colours()"
          (opened)="history.reopen($event)"
        />
      } @placeholder {
        <p class="arriving"></p>
      }
    </dw-sidebar>
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class StudioSidebar {
  /** The colour of each connection by its id. */
  readonly colours = input.required<ReadonlyMap<string, string | null>>();

  protected readonly editor = inject(ActiveEditor);
  protected readonly tabs = inject(TabsStore);
  protected readonly connections = inject(ConnectionsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly exports = inject(ExportsStore);
  protected readonly history = inject(HistoryActions);
}
