import { computed, signal } from '@angular/core';
import { alterTableSql, atomicScript, createTableSql, designMistakes, designOf, emptyColumn } from '#libs/ddl';
import type { AlterStep, DesignColumn, DesignIndex, DesignPart, TableDesign } from '#libs/ddl';
import type { TableDetails } from '#libs/api';
import type { SqlDialect } from '#libs/dialects';

/** The design of a table as it is being changed, and the script that it makes. */
export class DesignForm {
  readonly name = signal('');
  readonly comment = signal('');
  readonly columns = signal<readonly DesignColumn[]>([]);
  readonly checks = signal<readonly string[]>([]);
  readonly indexes = signal<readonly DesignIndex[]>([]);
  readonly parts = signal<readonly DesignPart[]>([]);
  /** The table as it is; null for a new one. */
  private readonly before: TableDesign | null;

  constructor(
    private readonly schema: string,
    table: TableDetails | null,
    private readonly dialect: SqlDialect,
  ) {
    this.before = table === null ? null : designOf(table, dialect);
    const columns = [{ ...emptyColumn('id'), isInKey: true }];
    const start = this.before ?? { name: '', comment: '', columns, parts: [] };
    this.name.set(start.name);
    this.comment.set(start.comment);
    this.columns.set(start.columns);
    this.parts.set(start.parts);
  }

  /** Whether the table is yet to be created. */
  get isNew(): boolean {
    return this.before === null;
  }

  private readonly design = computed<TableDesign>(() => ({
    schema: this.schema,
    name: this.name(),
    comment: this.comment(),
    columns: this.columns(),
    checks: this.checks(),
    indexes: this.indexes(),
    parts: this.parts(),
    keyName: this.before?.keyName ?? null,
    keyOrder: this.before?.keyOrder ?? [],
  }));
  readonly mistakes = computed(() => designMistakes(this.design()));
  private readonly plan = computed(() =>
    this.before === null ? null : alterTableSql(this.before, this.design(), this.dialect),
  );
  /** The statements, each with a mark where it can lose values. */
  readonly steps = computed<readonly AlterStep[]>(
    () => this.plan()?.steps ?? [{ sql: createTableSql(this.design(), this.dialect), losesData: false }],
  );
  /** What the engine cannot change, as sentences. */
  readonly refusals = computed(() => this.plan()?.refusals ?? []);
  readonly sql = computed(() =>
    this.steps()
      .map(({ sql }) => sql)
      .join('\n'),
  );
  /** Whether all statements run in one transaction, so that one which fails changes nothing. */
  readonly isOneTransaction = computed(() => atomicScript(this.sql(), this.dialect).endsWith('COMMIT;'));
  readonly isUnchanged = computed(() => this.steps().length === 0);

  /** Adds a column at the end. */
  add(): void {
    this.columns.update((columns) => [...columns, emptyColumn()]);
  }

  /** Changes the column at a place. */
  change(place: number, change: Partial<DesignColumn>): void {
    this.columns.update((columns) => columns.map((column, at) => (at === place ? { ...column, ...change } : column)));
  }

  /** Removes the column at a place. */
  remove(place: number): void {
    this.columns.update((columns) => columns.filter((_, at) => at !== place));
  }

  /** Adds a condition that every row has to meet. */
  addCheck(): void {
    this.checks.update((checks) => [...checks, '']);
  }

  /** Changes the condition at a place; null removes it. */
  changeCheck(place: number, text: string | null): void {
    this.checks.update((checks) => checks.flatMap((check, at) => (at === place ? (text ?? []) : check)));
  }

  /** Adds an index. */
  addIndex(): void {
    this.indexes.update((indexes) => [...indexes, { columns: '', isUnique: false }]);
  }

  /** Changes the index at a place; null removes it. */
  changeIndex(place: number, change: Partial<DesignIndex> | null): void {
    this.indexes.update((indexes) =>
      indexes.flatMap((index, at) => (at !== place ? index : change === null ? [] : { ...index, ...change })),
    );
  }

  /** Changes the text of a constraint or index that is there; null drops it. */
  changePart(place: number, definition: string | null): void {
    this.parts.update((parts) =>
      parts.flatMap((part, at) => (at !== place ? part : definition === null ? [] : { ...part, definition })),
    );
  }
}
