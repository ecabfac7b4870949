import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the process of a running entry, so that others on the same state find what it left open when it ends for good. */
export class KeepProcessOfHistory1764040500000 implements MigrationInterface {
  readonly name = 'KeepProcessOfHistory1764040500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE studio_history ADD COLUMN process varchar');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE studio_history DROP COLUMN process');
  }
}
