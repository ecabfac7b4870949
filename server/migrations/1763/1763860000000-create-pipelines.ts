import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps pipelines. Times are milliseconds since the epoch. */
export class CreatePipelines1763860000000 implements MigrationInterface {
  readonly name = 'CreatePipelines1763860000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE pipeline (
      id varchar PRIMARY KEY,
      owner_id varchar NOT NULL,
      name varchar NOT NULL,
      name_key varchar NOT NULL,
      definition text NOT NULL,
      version integer NOT NULL,
      created_at bigint NOT NULL,
      updated_at bigint NOT NULL,
      UNIQUE (owner_id, name_key))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE pipeline');
  }
}
