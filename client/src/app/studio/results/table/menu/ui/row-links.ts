import { inject, Service } from '@angular/core';
import { hiddenRows, linkedRowsQuery, originOf, referencedRows, referencingRows } from '#libs/rows';
import type { HiddenRows, LinkedRows, LinkingCell } from '#libs/rows';
import { qualifiedName } from '#libs/sql';
import type { CatalogIndex } from '#libs/sql';
import { ConnectionsStore } from '../../../../../shared/connections/connections.store';
import { CompletionStore } from '../../../../../shared/editor/completion.store';
import { RunActions } from '../../../../run/ui/run-actions';

/** Rows that a foreign key leads to. */
export interface RowLink {
  /** "customers.id 4711", or "order_items.order_id". */
  readonly label: string;
  /** The name of the tab that shows them. */
  readonly title: string;
  readonly sql: string;
  /** What keeps the rows from being shown. */
  readonly hidden: HiddenRows | null;
}

/** Where a cell leads to. */
export interface CellLinks {
  /** The rows that it refers to. */
  readonly referenced: readonly RowLink[];
  /** The rows that refer to its row. */
  readonly referencing: readonly RowLink[];
}

export const NO_LINKS: CellLinks = { referenced: [], referencing: [] };

/** Follows foreign keys from a cell to other rows, which open in a tab of their own. */
@Service()
export class RowLinks {
  private readonly completion = inject(CompletionStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly runs = inject(RunActions);

  /** Where a cell leads to, as the catalog of its connection has it; nowhere while that is not known. */
  async of(connectionId: string | null, cell: LinkingCell): Promise<CellLinks> {
    const origin = originOf(cell);
    const index = origin && connectionId !== null ? await this.completion.index(connectionId) : null;
    if (!index || !origin) return NO_LINKS;
    const keyed = index.tables.flatMap(({ schema, table: { name, foreign_keys: keys = [] } }) =>
      keys.length > 0 ? [{ schema: schema.name, table: name, foreign_keys: keys }] : [],
    );
    const own = keyed.find(({ schema, table }) => schema === origin.schema && table === origin.table);
    return {
      referenced: referencedRows(cell, own?.foreign_keys ?? []).map((rows) => linkOf(index, rows, true)),
      referencing: referencingRows(cell, keyed).map((rows) => linkOf(index, rows, false)),
    };
  }

  /** Opens the rows in a new tab. */
  open(connectionId: string | null, { title, sql }: RowLink): void {
    const connection = this.connections.find(connectionId ?? '');
    if (connection) this.runs.preview({ title, sql }, connection);
  }
}

function linkOf(index: CatalogIndex, rows: LinkedRows, hasValues: boolean): RowLink {
  const { schema, table, columns, values } = rows;
  const { dialect } = index.catalog;
  const entry = index.tables.find(({ schema: { name }, table: { name: own } }) => name === schema && own === table);
  const isOnPath = entry?.isOnPath === true;
  const place = `${isOnPath ? table : `${schema}.${table}`}.${columns.join(', ')}`;
  const cells = values.map(({ cell }) => cell).join(', ');
  return {
    label: hasValues ? `${place} ${cells}` : place,
    title: `${table} ${cells}`.slice(0, 80),
    hidden: hiddenRows(rows, entry?.table.hides),
    sql: linkedRowsQuery(rows, qualifiedName(schema, table, dialect, isOnPath), dialect),
  };
}
