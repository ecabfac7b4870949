import { Component, computed, inject, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { DataImport } from '#libs/api';
import { countedText } from '#libs/results';
import { qualifiedName } from '#libs/sql';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { SettingsStore } from '../../shared/settings/settings.store';
import { RunsInStudio } from '../../shared/studio-link/runs-in-studio';
import { Icon } from '../../shared/ui/icon/icon';

/** What an import has done: the counts, the rejected rows, and the way to the table. */
@Component({
  selector: 'dw-import-result',
  imports: [Icon, RouterLink, RunsInStudio],
  template: `
    <div class="words" role="status">
      @if (hasNothing()) {
        <dw-icon class="warn" name="triangle-alert" [size]="20" />
      } @else {
        <dw-icon name="circle-check" [size]="20" />
      }
      <div>
        @if (record().copy; as copy) {
          <strong>{{ copy.file_name }} added to {{ folder()?.name }}</strong>
        } @else if (record().change; as change) {
          <strong>{{ counted(record().imported_rows, 'row') }} added to the change set {{ change.title }}</strong>
          <p>Nothing is written until it is applied.</p>
        } @else {
          <strong>{{ counted(record().imported_rows, 'row') }} imported into {{ record().request?.table }}</strong>
        }
        @if (record().rejected_rows > 0) {
          <p>
            {{ counted(record().rejected_rows, 'row') }} rejected. The file names the row, the column and the reason of
            each.
          </p>
        }
      </div>
    </div>
    <div class="actions">
      @if (record().change; as change) {
        <a class="dw-btn dw-primary" [routerLink]="['/changes', change.id]">
          <dw-icon name="diff" [size]="14" />Review changes
        </a>
      } @else if (link(); as query) {
        <a class="dw-btn dw-primary" dwRunsInStudio routerLink="/studio" [queryParams]="query">
          <dw-icon name="table" [size]="14" />Open table
        </a>
      }
      @if (folder(); as connection) {
        <a class="dw-btn dw-primary" routerLink="/studio" [queryParams]="{ connection: connection.id }">
          <dw-icon name="square-terminal" [size]="14" />Open in Studio
        </a>
      }
      @if (record().rejects_href; as href) {
        <a class="dw-btn" download [href]="href"><dw-icon name="download" [size]="14" />Download rejected rows</a>
      }
      <button class="dw-btn" type="button" (click)="again.emit()">
        {{ record().copy ? 'Add again' : 'Import again' }}
      </button>
      <a class="dw-btn" routerLink="/imports">Import another file</a>
      <button class="dw-btn" type="button" (click)="removed.emit()">Remove file</button>
    </div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-4);
      padding: var(--dw-space-6) var(--dw-space-4);
    }
    .words {
      display: flex;
      gap: var(--dw-space-3);
    }
    .words > dw-icon {
      color: var(--dw-success-text);
    }
    .words > dw-icon.warn {
      color: var(--dw-warn-text);
    }
    p {
      color: var(--dw-text-2);
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: var(--dw-space-2);
    }
  `,
})
export class ImportResult {
  readonly record = input.required<DataImport>();
  readonly again = output();
  readonly removed = output();

  private readonly connections = inject(ConnectionsStore);
  private readonly settings = inject(SettingsStore);
  protected readonly counted = countedText;
  /** Every row was rejected. */
  protected readonly hasNothing = computed(() => this.record().imported_rows === 0 && this.record().rejected_rows > 0);
  protected readonly folder = computed(() => this.connections.find(this.record().copy?.connection_id ?? ''));
  /** The address that shows the first rows of the table. */
  protected readonly link = computed(() => {
    const { request } = this.record();
    const connection = request === null ? null : this.connections.find(request.connection_id);
    if (request === null || connection === null) return null;
    const name = qualifiedName(request.schema, request.table, connection.dialect, false);
    const sql = `SELECT * FROM ${name} LIMIT ${this.settings.studio().preview_limit}`;
    return { connection: connection.id, sql, title: request.table };
  });
}
