import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Cell, ChangeItem, ColumnDetails, Connection, ImportMapping, ImportRequest } from '#libs/api';
import { ABORTED } from '#libs/async';
import { dialectOf } from '#libs/dialects';
import {
  MAX_HANDED_CHARACTERS,
  cellQuery,
  handOverOf,
  importTarget,
  isoRows,
  recordsJson,
  takesText,
} from '#libs/imports';
import type { DateColumn, HandOver } from '#libs/imports';
import { shortened } from '#libs/markup';
import { quoteIdentifier } from '#libs/sql';
import type { SqlDialect } from '#libs/sql';
import { ChangesService } from '../changes/index.js';
import { ConnectionsQueries, capabilitiesOf, noopSink } from '../connections/index.js';
import type { Connector, ResultSink } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import type { ImportRecord } from './import-record.js';
import { LoadFailure } from './loading/load-failure.js';
import { mappedSources } from './loading/mapped-sources.js';

/** Types whose texts hold several dates. */
const TYPES_OF_DATES = /^(?:(?:date|timestamp)\b.*\[\]|(?:date|ts|tstz)(?:multi)?range\b.*)$/;

/** Makes change sets of the rows of files: nothing is written before they are applied. */
@Injectable()
export class ImportChanges {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly changes: ChangesService,
  ) {}

  /** Throws `import-refused` where the rows of a file cannot become a change set. */
  requirePossible(connection: Connection, { dialect }: Connector, record: ImportRecord, request: ImportRequest): void {
    const plan = planOf(connection, dialect, record, request);
    if (plan.kind === 'refused') throw new Problem('import-refused', plan.reason);
  }

  /** Hands the rows of a file to a draft. Throws `LoadFailure`, and what `ChangesService.create` does. */
  async make(
    actor: Actor,
    record: ImportRecord,
    request: ImportRequest,
    { connector: { dialect }, targets }: { readonly connector: Connector; readonly targets: readonly ColumnDetails[] },
  ): Promise<void> {
    const { signal } = record.abort;
    const plan = planOf(this.connections.get(actor, request.connection_id), dialect, record, request);
    if (plan.kind === 'refused') throw new LoadFailure(plan.reason);
    const reading = { columns: new Map(targets.map((column) => [column.name, column])), dialect };
    const rows = datesOf(record, request, await readCells(record, request, reading, signal), reading);
    const { schema, table } = request;
    const items =
      plan.kind === 'rows'
        ? rows.map((cells): ChangeItem => ({ kind: 'insert', schema, table, values: valuesOf(request, cells) }))
        : [statementOf(request, rows, reading)];
    signal.throwIfAborted();
    const title = shortened(`Import ${record.origin.fileName} into ${schema}.${table}`, 200);
    const { id } = await this.changes.create(actor, { connection_id: request.connection_id, title, items });
    record.change = { id, title };
    record.importedRows = rows.length;
  }
}

/** How the columns of the table are read. */
interface Reading {
  readonly columns: ReadonlyMap<string, ColumnDetails>;
  readonly dialect: SqlDialect;
}

/**
 * The rows with the dates of its texts in ISO form, where the engine reads them in the order of a session: that of an
 * applied change set is another one. Throws `LoadFailure` with the row of a text that is no date.
 */
function datesOf(
  record: ImportRecord,
  { columns: mapped }: ImportRequest,
  rows: readonly (readonly Cell[])[],
  { columns, dialect }: Reading,
): readonly (readonly Cell[])[] {
  if (dialectOf(dialect).imports.readDatesIn === null) return rows;
  const texts = new Set(record.preview?.columns.filter(({ type }) => type === 'VARCHAR').map(({ name }) => name));
  const holds = ({ source, target }: ImportMapping): DateColumn['holds'] =>
    texts.has(source) ? datesIn(columns.get(target)) : null;
  const dates = mapped.map((column) => ({ name: column.target, holds: holds(column) }));
  const read = isoRows(rows, dates, record.dateOrder);
  if (read.kind === 'faulty') throw new LoadFailure(read.message, read.row, read.column);
  return read.rows;
}

function datesIn(column: ColumnDetails | undefined): DateColumn['holds'] {
  if (column?.kind === 'date' || column?.kind === 'timestamp') return 'date';
  return TYPES_OF_DATES.test(column?.type ?? '') ? 'dates' : null;
}

/** All rows in one statement, of which a rehearsal gives the count and a checksum. */
function statementOf(
  request: ImportRequest,
  rows: readonly (readonly Cell[])[],
  { columns: details, dialect }: Reading,
): ChangeItem {
  const { columns } = request;
  const records = recordsJson(
    rows,
    columns.map(({ target }) => ({ name: target, isJson: details.get(target)?.kind === 'json' })),
  );
  if (records.kind === 'faulty') throw new LoadFailure('The value is not valid JSON.', records.row, records.column);
  const names = columns.map(({ target }) => quoteIdentifier(target, dialect));
  const sql = dialectOf(dialect).imports.insertRecords?.(importTarget(request, dialect), names);
  if (sql === undefined) throw new LoadFailure('The engine does not support statements in change sets.');
  return { kind: 'statement', sql, values: [{ text: records.text, type: null }] };
}

/** What a path holds is known by its connector, once it was opened. */
function planOf(
  { kind }: Connection,
  dialect: SqlDialect,
  { preview }: ImportRecord,
  request: ImportRequest,
): HandOver {
  const capabilities = capabilitiesOf(kind, dialect);
  const binary = preview?.columns.find(
    ({ name, type }) => type === 'BLOB' && request.columns.some(({ source }) => source === name),
  );
  if (binary !== undefined && dialectOf(dialect).imports.insertRecords === null)
    return { kind: 'refused', reason: `The column "${binary.name}" has bytes, which a change set does not take here.` };
  return handOverOf({
    ...{ rowCount: preview?.row_count ?? 0, isNewTable: request.is_new },
    ...{ takesRows: capabilities.change_sets, takesStatements: dialectOf(dialect).imports.insertRecords !== null },
  });
}

/** The cells of all rows, in the order of the mapping. Throws `LoadFailure` where they are too many. */
async function readCells(
  { staged, preview }: ImportRecord,
  request: ImportRequest,
  { columns: details, dialect }: Reading,
  signal: AbortSignal,
): Promise<Cell[][]> {
  if (staged === null || preview === null) throw new LoadFailure('The file was not read.');
  const sources = mappedSources(preview.columns, request);
  const rules = dialectOf(dialect);
  const from = staged.source(sources, ({ target, type }) => takesText(details.get(target)?.type ?? null, type, rules));
  const rows: Cell[][] = [];
  let characters = 0;
  const leaving = new AbortController();
  const sink: ResultSink = {
    ...noopSink,
    row: ([text]) => {
      characters += text?.length ?? 0;
      if (characters > MAX_HANDED_CHARACTERS) leaving.abort(ABORTED);
      else rows.push(JSON.parse(text ?? '[]') as Cell[]);
      return true;
    },
  };
  const reading = staged.run(
    cellQuery(from.table, from.columns, dialect),
    sink,
    AbortSignal.any([signal, leaving.signal]),
  );
  await reading.catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  if (leaving.signal.aborted)
    throw new LoadFailure('A change set takes values of up to 8 MB. Split the file, or import it directly.');
  return rows;
}

function valuesOf({ columns }: ImportRequest, cells: readonly Cell[]): Record<string, Cell> {
  return Object.fromEntries(columns.map(({ target }, index) => [target, cells[index] ?? null]));
}
