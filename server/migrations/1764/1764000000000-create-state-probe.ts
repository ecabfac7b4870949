import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row that the health check writes, so that it reports a state that can be read but not written. */
export class CreateStateProbe1764000000000 implements MigrationInterface {
  readonly name = 'CreateStateProbe1764000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE state_probe (id integer PRIMARY KEY, probed_at bigint NOT NULL, payload text NOT NULL)',
    );
    await queryRunner.query("INSERT INTO state_probe (id, probed_at, payload) VALUES (1, 0, '')");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE state_probe');
  }
}
