import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps failed sign-ins for all processes on this state; of accounts and addresses only hashes. */
export class CreateAuthAttempts1763942200000 implements MigrationInterface {
  readonly name = 'CreateAuthAttempts1763942200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'auth_attempt',
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'count', type: 'integer' },
          { name: 'last_at', type: 'bigint' },
          { name: 'blocked_until', type: 'bigint' },
        ],
        indices: [{ name: 'auth_attempt_last', columnNames: ['last_at'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('auth_attempt');
  }
}
