import type { DuckDBConnection, DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import type { Engine, OpenDatabase } from '../open-database.js';
import { castingConnection, type Caster } from './caster.js';
import { ColumnPart, TextColumn, type CellColumn, type TextRows } from './text-column.js';

/** The columns of one type. */
interface Stack {
  readonly type: DuckDBType;
  /** Bytes of a value; null for texts, which need no cast. */
  readonly width: number | null;
  readonly places: number[];
}

/** Rows of a vector, and of each chunk of a finished result of whole vectors. */
const BLOCK_ROWS = 2048;
/** Bytes of the values that are in the vector itself. */
const WIDTHS: Readonly<Partial<Record<string, number>>> = {
  ...{ BOOLEAN: 1, TINYINT: 1, UTINYINT: 1, SMALLINT: 2, USMALLINT: 2, INTEGER: 4, UINTEGER: 4, BIGINT: 8, UBIGINT: 8 },
  ...{ HUGEINT: 16, UHUGEINT: 16, FLOAT: 4, DOUBLE: 8, UUID: 16, INTERVAL: 16 },
  ...{ DATE: 4, TIME: 8, TIME_NS: 8, TIME_TZ: 8, TIMESTAMP: 8, TIMESTAMP_S: 8, TIMESTAMP_MS: 8, TIMESTAMP_NS: 8 },
  TIMESTAMP_TZ: 8,
};
const TABLE = 'cells';
const SELECT = `SELECT CAST(value AS VARCHAR) FROM temp.main.${TABLE}`;

/**
 * Casts the columns of one type below each other, as one column: the engine plans each column of a statement, which
 * for thousands of them takes longer than to cast a few rows.
 */
export class StackedCaster implements Caster {
  private constructor(
    private readonly engine: Engine,
    private readonly connection: DuckDBConnection,
    private readonly stacks: readonly Stack[],
  ) {}

  /** Null where the values of a column are not of one width. */
  static async create(
    database: OpenDatabase,
    session: DuckDBConnection,
    types: readonly DuckDBType[],
  ): Promise<StackedCaster | null> {
    const stacks = stacksOf(types, database.engine);
    if (stacks === null) return null;
    return new StackedCaster(database.engine, await castingConnection(database, session), stacks);
  }

  async cast(chunk: DuckDBDataChunk): Promise<TextRows[]> {
    const columns: CellColumn[] = [];
    for (const stack of this.stacks) {
      const texts = stack.width === null ? this.texts(chunk, stack) : await this.castStack(chunk, stack, stack.width);
      for (const [at, place] of stack.places.entries()) columns[place] = texts(at);
    }
    return [{ columns, rowCount: chunk.rowCount }];
  }

  close(): void {
    this.connection.closeSync();
  }

  private texts(chunk: DuckDBDataChunk, { places }: Stack): (at: number) => CellColumn {
    return (at) => new TextColumn(this.engine.vectors, chunk.chunk, places[at] ?? 0, chunk.rowCount);
  }

  private async castStack(chunk: DuckDBDataChunk, stack: Stack, width: number): Promise<(at: number) => CellColumn> {
    await this.connection.run(`CREATE OR REPLACE TEMP TABLE ${TABLE} (value ${stack.type.toString()})`);
    const perBlock = Math.floor(BLOCK_ROWS / chunk.rowCount);
    const appender = await this.connection.createAppender(TABLE, 'main', 'temp');
    for (let first = 0; first < stack.places.length; first += perBlock) {
      appender.appendDataChunk(this.block(chunk, stack, width, first, perBlock));
    }
    appender.closeSync();
    const result = await this.connection.run(SELECT);
    const blocks = (await result.fetchAllChunks()).map(
      (texts) => new TextColumn(this.engine.vectors, texts.chunk, 0, texts.rowCount),
    );
    return (at) => {
      const block = blocks[Math.floor(at / perBlock)];
      const offset = (at % perBlock) * chunk.rowCount;
      if (block === undefined || block.rowCount < offset + chunk.rowCount) throw new Error('A block has too few rows.');
      return new ColumnPart(block, offset);
    };
  }

  /** Columns below each other, as many as a vector holds whole; behind them are NULLs. */
  private block(
    chunk: DuckDBDataChunk,
    { type, places }: Stack,
    width: number,
    first: number,
    most: number,
  ): DuckDBDataChunk {
    const { vectors, api } = this.engine;
    const { rowCount } = chunk;
    const end = Math.min(places.length, first + most);
    const block = api.DuckDBDataChunk.create([type], BLOCK_ROWS);
    const target = vectors.data_chunk_get_vector(block.chunk, 0);
    const validity = new Uint8Array(BLOCK_ROWS / 8);
    for (let at = first; at < end; at++) {
      const source = vectors.data_chunk_get_vector(chunk.chunk, places[at] ?? 0);
      const start = (at - first) * rowCount;
      const bytes = vectors.vector_get_data(source, rowCount * width);
      vectors.copy_data_to_vector(target, start * width, bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
      markValid(validity, start, rowCount, vectors.vector_get_validity(source, Math.ceil(rowCount / 64) * 8));
    }
    vectors.vector_ensure_validity_writable(target);
    vectors.copy_data_to_vector_validity(target, 0, validity.buffer, 0, validity.length);
    return block;
  }
}

/** Sets the bits of the rows from `start` on that are valid: all of them where `source` is null. */
function markValid(validity: Uint8Array, start: number, rowCount: number, source: Uint8Array | null): void {
  for (let row = 0; row < rowCount; row++) {
    if (source !== null && ((source[row >> 3] ?? 0) & (1 << (row & 7))) === 0) continue;
    const bit = start + row;
    validity[bit >> 3] = (validity[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

function stacksOf(types: readonly DuckDBType[], engine: Engine): Stack[] | null {
  const stacks = new Map<string, Stack>();
  for (const [place, type] of types.entries()) {
    const name = type.toString();
    const width = widthOf(type, engine);
    if (width === undefined) return null;
    const stack = stacks.get(name) ?? { type, width, places: [] };
    stacks.set(name, stack);
    stack.places.push(place);
  }
  return [...stacks.values()];
}

/** Null for texts; undefined for what has no width. */
function widthOf(type: DuckDBType, { api }: Engine): number | null | undefined {
  const { typeId } = type;
  if (typeId === api.DuckDBTypeId.VARCHAR) return null;
  if (type.alias !== undefined) return undefined;
  return typeId === api.DuckDBTypeId.DECIMAL
    ? decimalWidth((type as { readonly width: number }).width)
    : WIDTHS[api.DuckDBTypeId[typeId]];
}

/** Bytes of a decimal number of some digits. */
function decimalWidth(digits: number): number {
  if (digits <= 4) return 2;
  if (digits <= 9) return 4;
  return digits <= 18 ? 8 : 16;
}
