import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps what lists show of a change record beside it. Those of earlier versions get theirs one by one, when a list first
 * needs it: reading megabytes of each here would hold up the start.
 */
export class OutlineSchemaChanges1764177300000 implements MigrationInterface {
  readonly name = 'OutlineSchemaChanges1764177300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'schema_change_outline',
        columns: [
          { name: 'change_id', type: 'varchar', isPrimary: true },
          { name: 'to_snapshot_id', type: 'varchar' },
          { name: 'change_count', type: 'integer' },
          { name: 'changed_tables', type: 'text' },
          { name: 'removed_tables', type: 'text' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('schema_change_outline');
  }
}
