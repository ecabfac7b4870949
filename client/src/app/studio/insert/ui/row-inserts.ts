import { inject, Service } from '@angular/core';
import type { Connection, InsertedRow } from '#libs/api';
import { stageInserts } from '#libs/changes';
import { shortened } from '#libs/markup';
import { formColumns, insertTemplate } from '#libs/rows';
import type { TablePlace } from '#libs/rows';
import { ApiProblem } from '../../../shared/http/api-problem';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { TabEdits } from '../../edits/tab-edits';
import { ChangeReviews } from '../../edits/ui/change-reviews';
import type { InsertAnswer, InsertDialog, InsertDialogData } from './insert-dialog';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { RunsStore } from '../../run/runs.store';
import { SchemaApi } from '../../schema/schema-api';
import { TabsStore } from '../../tabs/tabs.store';

/** A way to see the new row, offered once it is there. */
export interface ShowRow {
  readonly label: string;
  readonly run: () => void;
}

/** Adds rows to tables through a form. */
@Service()
export class RowInserts {
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly edits = inject(TabEdits);
  private readonly reviews = inject(ChangeReviews);
  private readonly api = inject(SchemaApi);

  /** Opens the form for a table; reports when the row is there and offers to see it. */
  async open(connection: Connection, place: TablePlace, see: ShowRow): Promise<void> {
    const dialog = await import('./insert-dialog').catch(() => null);
    if (!dialog) {
      const text = "The workbench was updated or isn't responding. Reload the page.";
      this.toasts.show({ tone: 'danger', title: "Couldn't load the form", text });
      return;
    }
    const options = { data: { connection, place }, width: 520, isForm: true };
    const answer = await this.dialogs.open<InsertDialog, InsertAnswer, InsertDialogData>(dialog.InsertDialog, options);
    this.runs.noteStatement();
    if (!answer) return;
    if ('inserted' in answer) this.showInserted(answer.inserted, see);
    else if ('staged' in answer) this.stage(connection, place, answer.staged);
    else this.tabs.open({ title: `Insert into ${place.table}`, sql: answer.template, connectionId: connection.id });
  }

  /** Opens a tab with an INSERT that has a parameter for each column without a default. */
  async openTemplate(connection: Connection, place: TablePlace): Promise<void> {
    const dialect = connectionDialect(connection);
    try {
      const table = await this.api.tableDetails(connection.id, place.schema, place.table);
      const sql = insertTemplate(place, formColumns(table, dialect), dialect);
      this.tabs.open({ title: `Insert into ${place.table}`, sql, connectionId: connection.id });
    } catch (error) {
      const text = ApiProblem.from(error).detail;
      this.toasts.show({ tone: 'danger', title: `The columns of ${place.table} couldn't be read`, text });
    }
  }

  /**
   * Stages the row in the tab in front, or in a new one where that is for another connection. Where writes are reviewed, the
   * change set is made at once: there is no other way for the row.
   */
  private stage(connection: Connection, place: TablePlace, values: Readonly<Record<string, string | null>>): void {
    const front = this.tabs.active();
    const isFree = front?.connectionId === connection.id && !this.edits.isForOther(front.id, connection.id);
    if (!isFree) this.tabs.open({ title: place.table, sql: '', connectionId: connection.id });
    const tabId = this.tabs.activeId();
    if (tabId === null) return;
    this.edits.update(tabId, connection.id, (staging) => stageInserts(staging, place, [values]));
    if (connection.writes === 'review') void this.reviews.start();
  }

  private showInserted({ table, columns, row }: InsertedRow, see: ShowRow): void {
    const first = columns[0];
    const text = first ? `${first.name} is ${shortened(row[0] ?? 'NULL', 61)}` : undefined;
    this.toasts.show({ tone: 'success', title: `Row added to ${table}`, ...(text ? { text } : {}), action: see });
  }
}

/** Whether a person can add rows, at once or by a change set: not to a folder, and not where they may only query. */
export function takesRows(connection: Connection | null): boolean {
  if (connection === null || connection.access === 'query' || !connection.capabilities.writes) return false;
  return connection.writes === 'direct' || (connection.writes === 'review' && connection.capabilities.change_sets);
}
