import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps which connections a run read, since its files and its log hold what is theirs. Null in runs from before. */
export class KeepConnectionsOfRuns1764002000000 implements MigrationInterface {
  readonly name = 'KeepConnectionsOfRuns1764002000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE job_run ADD COLUMN read_connections text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE job_run DROP COLUMN read_connections');
  }
}
