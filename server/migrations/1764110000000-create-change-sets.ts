import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner, TableColumnOptions } from 'typeorm';

const varchar = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'varchar',
  ...more,
});
const text = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
  name,
  type: 'text',
  ...more,
});
const nullable = { isNullable: true };

/** Keeps change sets, the rows that they change, and what people say of them. */
export class CreateChangeSets1764110000000 implements MigrationInterface {
  readonly name = 'CreateChangeSets1764110000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'change_set',
        columns: [
          varchar('id', { isPrimary: true }),
          ...['connection_id', 'title', 'state', 'author_id', 'hash', 'created_at', 'changed_at'].map((name) =>
            varchar(name),
          ),
          { name: 'version', type: 'integer' },
          ...['author', 'counts', 'tables', 'items'].map((name) => text(name)),
          ...['rehearsal', 'decided_by', 'applied_by', 'attempt', 'decision'].map((name) => text(name, nullable)),
          ...['proposed_at', 'decided_at', 'applied_at', 'approved_effect', 'undoes', 'undone_by'].map((name) =>
            varchar(name, nullable),
          ),
        ],
        indices: [{ name: 'change_set_by_time', columnNames: ['changed_at', 'id'] }],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'change_rows',
        columns: [
          varchar('change_id', { isPrimary: true }),
          varchar('source', { isPrimary: true }),
          { name: 'place', type: 'integer', isPrimary: true },
          { name: 'bytes', type: 'integer' },
          text('sealed'),
          varchar('created_at'),
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'change_comment',
        columns: [
          varchar('id', { isPrimary: true }),
          varchar('change_id'),
          text('author'),
          text('text'),
          varchar('created_at'),
        ],
        indices: [{ name: 'change_comment_by_change', columnNames: ['change_id', 'created_at'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['change_comment', 'change_rows', 'change_set']) await queryRunner.dropTable(table);
  }
}
