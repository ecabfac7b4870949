import { Component, inject, input, output } from '@angular/core';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ConnectionsSection } from '../../../shared/connections/ui/connections-section';
import { Sidebar } from '../../../shared/ui/sidebar/sidebar';
import { ExportsStore } from '../../exports/exports.store';
import { RunsStore } from '../../run/runs.store';
import { StudioActions } from '../../studio-actions';
import { FilesSection } from '../../files/ui/files-section';
import { HistorySection } from '../../history/ui/history-section';
import { SavedSection } from '../../saved/ui/saved-section';
import { SchemaSection } from '../../schema/ui/schema-section';

/** The studio's sidebar: connections, schema, files, saved queries and history. */
@Component({
  selector: 'dw-studio-sidebar',
  imports: [ConnectionsSection, FilesSection, HistorySection, SavedSection, SchemaSection, Sidebar],
  template: `
    <dw-sidebar>
      <!-- Behind the editor, which a visit begins with. -->
      @defer (when isSettled()) {
        <dw-connections-section (opened)="actions.openQuery($event)" />
        <dw-schema-section
          [connection]="connections.browsed()"
          (previewed)="actions.preview($event.preview, $event.connection)"
          (templateAsked)="actions.openInsert($event.place, $event.connection)"
          (rowAsked)="actions.insertRow($event.row, $event.connection)"
          (inserted)="inserted.emit($event)"
        />
        <dw-files-section />
        <dw-saved-section [colours]="colours()" />
        <dw-history-section
          [finishedRuns]="runs.finished() + exports.finishedQueries()"
          [colours]="colours()"
          (opened)="actions.reopen($event)"
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
  /** The editor is there, or it will not come. */
  readonly isSettled = input.required<boolean>();
  /** The colour of each connection, by id. */
  readonly colours = input.required<ReadonlyMap<string, string | null>>();
  /** A name of the schema is to be put into the text. */
  readonly inserted = output<string>();

  protected readonly actions = inject(StudioActions);
  protected readonly connections = inject(ConnectionsStore);
  protected readonly runs = inject(RunsStore);
  protected readonly exports = inject(ExportsStore);
}
