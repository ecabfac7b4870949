import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps named queries and the texts they once had. */
export class CreateStudioQueries1763700000000 implements MigrationInterface {
  readonly name = 'CreateStudioQueries1763700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'studio_query',
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'name', type: 'varchar' },
          { name: 'name_key', type: 'varchar' },
          { name: 'connection_id', type: 'varchar' },
          { name: 'sql', type: 'text' },
          { name: 'description', type: 'text' },
          { name: 'search_text', type: 'text' },
          { name: 'version', type: 'integer' },
          { name: 'created_at', type: 'varchar' },
          { name: 'updated_at', type: 'varchar' },
          { name: 'removed_at', type: 'varchar', isNullable: true },
        ],
        indices: [
          {
            name: 'studio_query_name',
            columnNames: ['connection_id', 'name'],
            isUnique: true,
            where: 'removed_at IS NULL',
          },
          { name: 'studio_query_order', columnNames: ['name_key', 'id'] },
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'studio_query_version',
        columns: [
          { name: 'query_id', type: 'varchar', isPrimary: true },
          { name: 'version', type: 'integer', isPrimary: true },
          { name: 'sql', type: 'text' },
          { name: 'replaced_at', type: 'varchar' },
        ],
        foreignKeys: [
          {
            columnNames: ['query_id'],
            referencedTableName: 'studio_query',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
          },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('studio_query_version');
    await queryRunner.dropTable('studio_query');
  }
}
