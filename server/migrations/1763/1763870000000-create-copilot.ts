import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps which provider the Copilot asks, and what may be sent to it. */
export class CreateCopilot1763870000000 implements MigrationInterface {
  readonly name = 'CreateCopilot1763870000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'copilot_setting',
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'value', type: 'text' },
          { name: 'sealed_key', type: 'text', isNullable: true },
          { name: 'updated_at', type: 'varchar' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('copilot_setting');
  }
}
