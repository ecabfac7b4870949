import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the studio's tabs, so that what is typed survives the browser. */
export class CreateStudioDrafts1763710000000 implements MigrationInterface {
  readonly name = 'CreateStudioDrafts1763710000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'studio_draft',
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'title', type: 'varchar', isNullable: true },
          { name: 'sql', type: 'text' },
          { name: 'cursor', type: 'integer' },
          { name: 'connection_id', type: 'varchar', isNullable: true },
          { name: 'query_id', type: 'varchar', isNullable: true },
          { name: 'query_version', type: 'integer', isNullable: true },
          { name: 'position', type: 'integer' },
          { name: 'version', type: 'integer' },
          { name: 'writer', type: 'varchar', isNullable: true },
          { name: 'updated_at', type: 'varchar' },
          { name: 'closed_at', type: 'varchar', isNullable: true },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('studio_draft');
  }
}
