import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps which process holds the session of a tab, for processes on one state. */
export class CreateStudioSessionOwners1764020000000 implements MigrationInterface {
  readonly name = 'CreateStudioSessionOwners1764020000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'studio_session_owner',
        columns: [
          { name: 'user_id', type: 'varchar', isPrimary: true },
          { name: 'session_id', type: 'varchar', isPrimary: true },
          { name: 'connection_id', type: 'varchar', isPrimary: true },
          { name: 'process', type: 'varchar' },
          { name: 'has_state', type: 'boolean' },
          { name: 'changed_at', type: 'bigint' },
        ],
        indices: [{ name: 'studio_session_owner_process', columnNames: ['process'] }],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('studio_session_owner');
  }
}
