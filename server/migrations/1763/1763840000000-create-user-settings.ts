import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what each person has set for themselves. */
export class CreateUserSettings1763840000000 implements MigrationInterface {
  readonly name = 'CreateUserSettings1763840000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'user_setting',
        columns: [
          { name: 'owner_id', type: 'varchar', isPrimary: true },
          { name: 'area', type: 'varchar', isPrimary: true },
          { name: 'value', type: 'text' },
          { name: 'updated_at', type: 'varchar' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('user_setting');
  }
}
