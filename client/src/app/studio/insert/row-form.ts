import { computed, signal } from '@angular/core';
import type { TableDetails } from '#libs/api';
import { emptyValue, formColumns, insertTemplate, typedValue } from '#libs/rows';
import type { FormColumn, RowEntry, TablePlace, ValueSource } from '#libs/rows';
import type { SqlDialect } from '#libs/sql';
import type { ApiProblem } from '../../shared/http/api-problem';

const MAYBE_INSERTED = 'No answer came. The row may have been inserted: look at the table before you insert it again.';
const POINTER = '/values/';

/** The form for a new row: what was typed for each column, and what is wrong with it. */
export class RowForm {
  readonly columns: readonly FormColumn[];
  private readonly entries = signal<ReadonlyMap<string, RowEntry>>(new Map());
  /** Columns whose mistakes are shown: those that were left, and all of them once it was tried to send. */
  private readonly judged = signal<ReadonlySet<string>>(new Set());
  private readonly refusals = signal<ReadonlyMap<string, string>>(new Map());
  /** What the database said about no column in particular. */
  readonly refusal = signal<string | null>(null);

  /** What stands beside each column that has something wrong. */
  readonly errors = computed(() => {
    const errors = new Map(this.refusals());
    for (const column of this.columns) {
      const mistake = this.judged().has(column.name) ? this.mistakeOf(column) : null;
      if (mistake !== null) errors.set(column.name, mistake);
    }
    return errors;
  });

  constructor(
    table: Pick<TableDetails, 'columns'>,
    private readonly dialect: SqlDialect,
  ) {
    this.columns = formColumns(table, dialect);
    this.entries.set(new Map(this.columns.map(({ name, beginsWith }) => [name, { source: beginsWith, text: null }])));
  }

  /** What a column is to get as it stands. */
  entry(name: string): RowEntry {
    return this.entries().get(name) ?? { source: 'value', text: null };
  }

  /** Takes what was typed or chosen; from then on the column gets it. */
  type(name: string, text: string): void {
    this.change(name, { source: 'value', text });
  }

  /** Chooses where the column's value comes from; what was typed is kept. */
  choose(name: string, source: ValueSource): void {
    this.change(name, { ...this.entry(name), source });
  }

  /** The person has left a field in which something was typed. */
  leave(name: string): void {
    if (this.entry(name).text !== null) this.judged.update((judged) => new Set([...judged, name]));
  }

  /** The values to send, or null where something has to be mended first. */
  values(): Record<string, string | null> | null {
    this.judged.set(new Set(this.columns.map(({ name }) => name)));
    if (this.columns.some((column) => this.mistakeOf(column) !== null)) return null;
    return Object.fromEntries(
      this.columns
        .filter(({ name }) => this.entry(name).source !== 'default')
        .map((column) => [column.name, this.valueOf(column)]),
    );
  }

  /** An INSERT with what the form shows, and a parameter for each value that is still missing. */
  sql(place: TablePlace): string {
    return insertTemplate(place, this.columns, this.dialect, this.entries());
  }

  /** Puts what the server said where it belongs. */
  refuse(problem: ApiProblem): void {
    const named = problem.errors.flatMap(({ pointer, detail }): [string, string][] =>
      pointer.startsWith(POINTER) ? [[columnAt(pointer), detail]] : [],
    );
    this.refusals.set(new Map(named));
    this.refusal.set(named.length > 0 ? null : problem.code === 'network' ? MAYBE_INSERTED : problem.detail);
  }

  private change(name: string, entry: RowEntry): void {
    this.entries.update((entries) => new Map(entries).set(name, entry));
    this.refusals.update((refusals) => new Map([...refusals].filter(([refused]) => refused !== name)));
    this.refusal.set(null);
  }

  private valueOf(column: FormColumn): string | null {
    const { source, text } = this.entry(column.name);
    if (source === 'empty') return emptyValue(column, this.dialect);
    if (source !== 'value' || text === null) return null;
    if (isPicked(column)) return text;
    const typed = typedValue(column, text, this.dialect);
    return typed.kind === 'valid' ? typed.text : null;
  }

  private mistakeOf(column: FormColumn): string | null {
    const { source, text } = this.entry(column.name);
    if (source !== 'value') return null;
    if (isPicked(column)) return text === null ? 'Choose a value.' : null;
    const typed = typedValue(column, text ?? '', this.dialect);
    return typed.kind === 'mistake' ? typed.sentence : null;
  }
}

function isPicked({ input }: FormColumn): boolean {
  return input === 'choice' || input === 'boolean';
}

function columnAt(pointer: string): string {
  return pointer.slice(POINTER.length).replaceAll('~1', '/').replaceAll('~0', '~');
}
