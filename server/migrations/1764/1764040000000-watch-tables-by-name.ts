import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps which partitions and extension tables of a connection are watched by name. */
export class WatchTablesByName1764040000000 implements MigrationInterface {
  readonly name = 'WatchTablesByName1764040000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE schema_watch_tables (connection_id varchar PRIMARY KEY, tables text NOT NULL)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE schema_watch_tables');
  }
}
