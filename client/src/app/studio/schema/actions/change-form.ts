import { computed, signal } from '@angular/core';
import { canIndexConcurrently, dropsCascading, objectActionSql, tableActionSql } from '#libs/ddl';
import type { NewColumn, TableAction } from '#libs/ddl';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { targetName } from './change-target';
import type { ChangeName, ChangeTarget } from './change-target';

const NO_COLUMN: NewColumn = { name: '', type: '', isRequired: false, defaultSql: '', comment: '' };

/** The fields of a change, the script that they make, and what is still missing. */
export class ChangeForm {
  readonly newName = signal('');
  readonly isCascading = signal(false);
  readonly restartsIdentity = signal(false);
  readonly column = signal(NO_COLUMN);
  readonly indexName = signal('');
  /** In the order in which they were chosen. */
  readonly indexColumns = signal<readonly string[]>([]);
  readonly isUnique = signal(false);
  readonly isConcurrent = signal(true);
  readonly comment = signal('');

  readonly canCascade: boolean;
  readonly canRestart: boolean;
  readonly canIndexConcurrently: boolean;
  readonly hasComments: boolean;

  constructor(
    readonly target: ChangeTarget,
    readonly name: ChangeName,
    private readonly dialect: SqlDialect,
  ) {
    const { ddl } = dialectOf(dialect);
    const isTable = target.kind === 'table';
    this.newName.set(targetName(target));
    this.canCascade =
      name === 'truncate' ? ddl.truncate.hasOptions : isTable ? ddl.hasCascade : dropsCascading(target.object, dialect);
    this.canRestart = ddl.truncate.hasOptions;
    this.canIndexConcurrently = isTable && canIndexConcurrently(target.table.kind, dialect);
    this.hasComments = ddl.hasComments;
  }

  /** What has to be entered first; null where the script is complete. */
  readonly missing = computed((): string | null => {
    if (this.name === 'rename' && this.newName() === '') return 'Enter the new name.';
    if (this.name === 'rename' && this.newName() === targetName(this.target)) return 'Enter another name.';
    if (this.name === 'add-column' && this.column().name === '') return 'Enter a name for the column.';
    if (this.name === 'create-index' && this.indexColumns().length === 0) return 'Choose a column.';
    return null;
  });

  /** The script as the fields stand. */
  readonly sql = computed(() => {
    const { target } = this;
    if (target.kind === 'table') return tableActionSql(target.table, this.action(), this.dialect);
    const change =
      this.name === 'rename'
        ? ({ do: 'rename', to: this.newName() } as const)
        : ({ do: 'drop', isCascading: this.isCascading() } as const);
    return objectActionSql(target.object, change, this.dialect);
  });

  /** Changes the column that is to be added. */
  changeColumn(change: Partial<NewColumn>): void {
    this.column.update((column) => ({ ...column, ...change }));
  }

  /** Puts a column at the end of the index, or takes it out. */
  toggleIndexColumn(name: string): void {
    this.indexColumns.update((names) =>
      names.includes(name) ? names.filter((one) => one !== name) : [...names, name],
    );
  }

  private action(): TableAction {
    switch (this.name) {
      case 'rename':
        return { do: 'rename', to: this.newName() };
      case 'truncate':
        return { do: 'truncate', isCascading: this.isCascading(), restartsIdentity: this.restartsIdentity() };
      case 'drop':
        return { do: 'drop', isCascading: this.isCascading() };
      case 'add-column':
        return { do: 'add-column', column: this.column() };
      case 'create-index': {
        const [isUnique, isConcurrent] = [this.isUnique(), this.isConcurrent()];
        return { do: 'create-index', name: this.indexName(), columns: this.indexColumns(), isUnique, isConcurrent };
      }
      case 'comment':
        return { do: 'comment', text: this.comment() === '' ? null : this.comment() };
      case 'analyze':
        return { do: 'analyze' };
    }
  }
}
