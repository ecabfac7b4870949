import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps hashes of the set-up codes that processes on one state have printed, so that each of them takes any. */
export class CreateAuthSetUpCodes1764020100000 implements MigrationInterface {
  readonly name = 'CreateAuthSetUpCodes1764020100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'auth_set_up_code',
        columns: [
          { name: 'digest', type: 'varchar', isPrimary: true },
          { name: 'process', type: 'varchar' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('auth_set_up_code');
  }
}
