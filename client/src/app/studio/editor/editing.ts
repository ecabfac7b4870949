import { inject, Service, signal } from '@angular/core';
import type { LintMarker } from '#libs/api';
import { splitStatements } from '#libs/sql';
import { SettingsStore } from '../../shared/settings/settings.store';
import { Toasts } from '../../shared/ui/toast/toasts';
import { SchemaStore } from '../schema/schema.store';
import { statementAt } from './statement-at';
import { EditorApi } from '../../shared/editor/editor-api';
import { ActiveConnection } from '../tabs/active-connection';
import { statementRange } from './text-stretch';
import type { TextRange } from './text-stretch';

/** A laid-out text with the place of the cursor in it. */
export interface LaidOut {
  readonly sql: string;
  readonly offset: number;
}

/** What the workbench knows of a text as it is written: its layout, its mistakes, its statements. */
@Service()
export class Editing {
  private readonly api = inject(EditorApi);
  private readonly connection = inject(ActiveConnection);
  private readonly schema = inject(SchemaStore);
  private readonly settings = inject(SettingsStore);
  private readonly toasts = inject(Toasts);
  private readonly formatting = signal(false);
  private split: { readonly sql: string; readonly statements: ReturnType<typeof splitStatements> } | null = null;

  readonly isFormatting = this.formatting.asReadonly();

  /** Lays a text out in the dialect of the connection in use, with the selected table for context; null, with a word about it, when that cannot be done. */
  async format(sql: string, offset: number): Promise<LaidOut | null> {
    const connection = this.connection.value();
    if (!connection || this.formatting()) return null;
    this.formatting.set(true);
    try {
      const table = this.schema.selectedOn(connection.id);
      const { editor_tab_size, keyword_case } = this.settings.studio();
      const layout = { offset, tab_size: editor_tab_size, keyword_case, ...(table ? { table } : {}) };
      return await this.api.format({ connection_id: connection.id, sql, ...layout });
    } catch (error) {
      this.toasts.showFailure("Couldn't format the SQL", error);
      return null;
    } finally {
      this.formatting.set(false);
    }
  }

  /** What the grammar of a connection does not take. */
  async lint(connectionId: string, sql: string, stop: AbortSignal): Promise<readonly LintMarker[]> {
    return (await this.api.lint({ connection_id: connectionId, sql }, stop)).markers;
  }

  /** The statement that an offset lies in. */
  statementAt(sql: string, offset: number): TextRange | null {
    const found = statementAt(splitStatements(sql, this.connection.dialect()), sql, offset);
    return found ? statementRange(sql, found) : null;
  }

  /** The statement that an offset lies in; null where a text has only one, since Run sends that anyway. */
  statementAmongOthers(sql: string, offset: number): Pick<TextRange, 'sql' | 'offset'> | null {
    // Moving the cursor leaves the text as it is.
    if (this.split?.sql !== sql) this.split = { sql, statements: splitStatements(sql, this.connection.dialect()) };
    const { statements } = this.split;
    const found = statements.length > 1 ? statementAt(statements, sql, offset) : null;
    return found ? { sql: found.sql, offset: found.start } : null;
  }
}
