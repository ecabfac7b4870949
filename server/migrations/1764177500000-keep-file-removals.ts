import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'job_file_removal';

/** Keeps which files of jobs are to be removed, until they are gone. */
export class KeepFileRemovals1764177500000 implements MigrationInterface {
  readonly name = 'KeepFileRemovals1764177500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: TABLE,
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'path', type: 'text' },
          { name: 'is_output', type: 'boolean' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable(TABLE);
  }
}
