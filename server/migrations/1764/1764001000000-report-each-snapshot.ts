import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Snapshots of a sudden loss were kept without being reported. They go, so that the next check compares with the one
 * before and reports the loss; a snapshot notes the schemas that its role could not use instead.
 */
export class ReportEachSnapshot1764001000000 implements MigrationInterface {
  readonly name = 'ReportEachSnapshot1764001000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM schema_snapshot WHERE is_suspicious');
    await queryRunner.query('DELETE FROM schema_content WHERE hash NOT IN (SELECT content_hash FROM schema_snapshot)');
    await queryRunner.query('ALTER TABLE schema_snapshot DROP COLUMN is_suspicious');
    await queryRunner.query(`ALTER TABLE schema_snapshot ADD COLUMN inaccessible_schemas text NOT NULL DEFAULT '[]'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE schema_snapshot DROP COLUMN inaccessible_schemas');
    await queryRunner.query('ALTER TABLE schema_snapshot ADD COLUMN is_suspicious boolean NOT NULL DEFAULT false');
  }
}
