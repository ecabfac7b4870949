import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps every set of violations that an opening of a contract went through, not only the last. */
export class KeepViolationSets1764040100000 implements MigrationInterface {
  readonly name = 'KeepViolationSets1764040100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn('contract_violation', new TableColumn({ name: 'sets', type: 'text', default: `'[]'` }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('contract_violation', 'sets');
  }
}
