import { inject, Service } from '@angular/core';
import type { ResultColumn, ResultRow } from '#libs/api';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { copyText, countedText, countText } from '#libs/results';
import type { CopyFormat } from '#libs/results';
import { connectionDialect } from '../../../../../shared/connections/connection-dialect';
import { ConnectionsStore } from '../../../../../shared/connections/connections.store';
import { ApiProblem } from '../../../../../shared/http/api-problem';
import { Toasts } from '../../../../../shared/ui/toast/toasts';
import { ClipboardText } from '../../../clipboard-text';

/** Rows that are copied at most: more would freeze the page, and whatever they are pasted into. */
const MOST_COPIED = 100_000;

/** Cells that are to be copied: some columns, by their places, of some rows. */
export interface CopiedCells {
  readonly connectionId: string | null;
  readonly columns: readonly ResultColumn[];
  readonly places: readonly number[];
  readonly rowCount: number;
  /** Whole rows, in their order on screen. May reject with an ApiProblem. */
  readonly rows: () => readonly ResultRow[] | Promise<readonly ResultRow[]>;
}

/** Copies cells of a table to the clipboard, and reports what cannot be copied. */
@Service()
export class TableCopy {
  private readonly clipboard = inject(ClipboardText);
  private readonly connections = inject(ConnectionsStore);
  private readonly toasts = inject(Toasts);

  /** True where something was copied. */
  async copy(cells: CopiedCells, format: CopyFormat, hasNames = true): Promise<boolean> {
    if (cells.rowCount > MOST_COPIED) {
      const text = `You can copy up to ${countText(MOST_COPIED)} rows. Download a file to get all of them.`;
      this.toasts.show({ tone: 'neutral', title: `${countedText(cells.rowCount, 'row')} are too many to copy`, text });
      return false;
    }
    try {
      return await this.put(this.textOf(cells, await cells.rows(), format, hasNames));
    } catch (error) {
      const { detail } = ApiProblem.from(error);
      this.toasts.show({ tone: 'danger', title: "Couldn't load rows", text: detail });
      return false;
    }
  }

  private async put(text: string): Promise<boolean> {
    if (text !== '') return this.clipboard.put(text);
    this.toasts.show({ tone: 'neutral', title: 'There is nothing to copy', text: 'The cells have only NULL values.' });
    return false;
  }

  private textOf(cells: CopiedCells, rows: readonly ResultRow[], format: CopyFormat, hasNames: boolean): string {
    const connection = this.connections.find(cells.connectionId ?? '');
    return copyText(format, {
      columns: cells.places.flatMap((place) => cells.columns[place] ?? []),
      rows: rows.map((row) => cells.places.map((place) => row[place] ?? null)),
      dialect: connection ? connectionDialect(connection) : DEFAULT_DIALECT,
      column: 0,
      hasNames,
    });
  }
}
