import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what the demo has made, so that it can be removed without touching anything else. */
export class CreateDemoItems1764090000000 implements MigrationInterface {
  readonly name = 'CreateDemoItems1764090000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'demo_item',
        columns: [
          { name: 'part', type: 'varchar', isPrimary: true },
          { name: 'item_id', type: 'varchar', isPrimary: true },
          { name: 'kind', type: 'varchar' },
          { name: 'name', type: 'varchar' },
          { name: 'stamp', type: 'varchar' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('demo_item');
  }
}
