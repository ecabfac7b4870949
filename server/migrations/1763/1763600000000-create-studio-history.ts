import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps every text that a person ran. */
export class CreateStudioHistory1763600000000 implements MigrationInterface {
  readonly name = 'CreateStudioHistory1763600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'studio_history',
        columns: [
          { name: 'sequence', type: 'integer', isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'id', type: 'varchar' },
          { name: 'connection_id', type: 'varchar' },
          { name: 'connection_name', type: 'varchar' },
          { name: 'sql', type: 'text' },
          { name: 'status', type: 'varchar' },
          { name: 'started_at', type: 'varchar' },
          { name: 'elapsed_ms', type: 'float' },
          { name: 'row_count', type: 'bigint', isNullable: true },
          { name: 'error', type: 'text', isNullable: true },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('studio_history');
  }
}
