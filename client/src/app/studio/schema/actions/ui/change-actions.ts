import { inject, Service } from '@angular/core';
import type { Connection, TableName } from '#libs/api';
import { atomicScript } from '#libs/ddl';
import { connectionDialect } from '../../../../shared/connections/connection-dialect';
import { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../../shared/ui/toast/toasts';
import { RunActions } from '../../../run/ui/run-actions';
import { TabsStore } from '../../../tabs/tabs.store';
import { changeHeading } from '../change-target';
import type { ChangeName, ChangeTarget } from '../change-target';
import type { ScriptAnswer } from '../script-answer';
import type { ChangeDialog, ChangeQuestion } from './change-dialog';
import type { DesignDialog, DesignQuestion } from './design-dialog';

/** Asks for the details of a change, and runs its script in a tab or opens it there. */
@Service()
export class ChangeActions {
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunActions);

  /** Asks for a change of a table or object. `comment` is the one that it has. */
  async change(
    connection: Connection,
    target: ChangeTarget,
    name: ChangeName,
    comment: TableName['comment'] = null,
  ): Promise<void> {
    const part = await import('./change-dialog').catch(() => null);
    if (!part) {
      this.notLoaded();
      return;
    }
    const options = { data: { connection, target, name, comment }, width: 760, isForm: true };
    const answer = await this.dialogs.open<ChangeDialog, ScriptAnswer, ChangeQuestion>(part.ChangeDialog, options);
    this.use(connection, changeHeading(name, target), answer);
  }

  /** Asks for the design of a new table, or of one that is there. */
  async design(connection: Connection, schema: string, table: string | null): Promise<void> {
    const part = await import('./design-dialog').catch(() => null);
    if (!part) {
      this.notLoaded();
      return;
    }
    const options = { data: { connection, schema, table }, width: 1080, isForm: true };
    const answer = await this.dialogs.open<DesignDialog, ScriptAnswer, DesignQuestion>(part.DesignDialog, options);
    this.use(connection, table === null ? 'Create table' : `Design ${table}`, answer);
  }

  private use(connection: Connection, title: string, answer: ScriptAnswer | undefined): void {
    if (!answer) return;
    const sql = scriptFor(connection, answer.sql);
    if (answer.runs) this.runs.preview({ title, sql }, connection, { isApart: connection.auto_commit });
    else this.tabs.open({ title, sql, connectionId: connection.id });
  }

  private notLoaded(): void {
    const text = "The workbench was updated or isn't responding. Reload the page.";
    this.toasts.show({ tone: 'danger', title: "Couldn't load the form", text });
  }
}

/** As one unit, which a change set is by itself; a transaction that a person commits by hand is theirs. */
function scriptFor(connection: Connection, sql: string): string {
  const isUnit = connection.writes === 'review' || !connection.auto_commit;
  return isUnit ? sql : atomicScript(sql, connectionDialect(connection));
}
