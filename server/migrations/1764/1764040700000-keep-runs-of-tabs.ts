import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  new TableColumn({ name: 'number', type: 'integer', isNullable: true }),
  new TableColumn({ name: 'last_run', type: 'text', isNullable: true }),
];

/** Keeps the number and the last run of a tab, so that it is the same in every browser. */
export class KeepRunsOfTabs1764040700000 implements MigrationInterface {
  readonly name = 'KeepRunsOfTabs1764040700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumns('studio_draft', COLUMNS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumns('studio_draft', COLUMNS);
  }
}
