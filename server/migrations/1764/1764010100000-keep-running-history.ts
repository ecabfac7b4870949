import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the state directory of a running entry, so that its next process finds what the one before left open. */
export class KeepRunningHistory1764010100000 implements MigrationInterface {
  readonly name = 'KeepRunningHistory1764010100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE studio_history ADD COLUMN home varchar');
    await queryRunner.query("CREATE INDEX studio_history_running ON studio_history (home) WHERE status = 'running'");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX studio_history_running');
    await queryRunner.query('ALTER TABLE studio_history DROP COLUMN home');
  }
}
