/** The part of better-sqlite3 that the workbench uses; the package brings no types. */
declare module 'better-sqlite3' {
  namespace Database {
    interface Column {
      readonly name: string;
      readonly column: string | null;
      readonly table: string | null;
      readonly database: string | null;
      readonly type: string | null;
    }
    interface Statement {
      readonly reader: boolean;
      readonly readonly: boolean;
      columns(): Column[];
      raw(isRaw: boolean): this;
      pluck(isPlucked: boolean): this;
      safeIntegers(isSafe: boolean): this;
      run(...values: unknown[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint };
      all(...values: unknown[]): unknown[];
      get(...values: unknown[]): unknown;
      iterate(...values: unknown[]): IterableIterator<unknown>;
    }
  }
  class Database {
    constructor(path: string, options?: { readonly?: boolean; fileMustExist?: boolean; timeout?: number });
    readonly inTransaction: boolean;
    readonly open: boolean;
    prepare(sql: string): Database.Statement;
    pragma(text: string): unknown;
    close(): this;
  }
  export = Database;
}
