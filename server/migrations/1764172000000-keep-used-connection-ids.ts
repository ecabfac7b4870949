import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'connection_ids';

/** Keeps the ids that connections have had, so that no other connection gets one of them by its name. */
export class KeepUsedConnectionIds1764172000000 implements MigrationInterface {
  readonly name = 'KeepUsedConnectionIds1764172000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({ name: TABLE, columns: [{ name: 'id', type: 'varchar', isPrimary: true }] }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable(TABLE);
  }
}
