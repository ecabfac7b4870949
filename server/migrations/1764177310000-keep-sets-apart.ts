import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps each set of violations in a row of its own, and how many tables a contract has beside them. What earlier versions
 * kept is moved with the next change of a violation, and counted with the next check of a contract.
 */
export class KeepSetsApart1764177310000 implements MigrationInterface {
  readonly name = 'KeepSetsApart1764177310000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'contract_violation_set',
        columns: [
          { name: 'violation_id', type: 'varchar', isPrimary: true },
          { name: 'place', type: 'integer', isPrimary: true },
          { name: 'since', type: 'varchar' },
          { name: 'item_count', type: 'integer' },
          { name: 'summary', type: 'text' },
          { name: 'items', type: 'text' },
        ],
      }),
    );
    await queryRunner.query('ALTER TABLE contract ADD COLUMN table_count integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE contract DROP COLUMN table_count');
    await queryRunner.dropTable('contract_violation_set');
  }
}
