import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps where the pieces of a change set's items begin; those of earlier versions have a thousand items each. */
export class KeepPiecesOfItems1764177200000 implements MigrationInterface {
  readonly name = 'KeepPiecesOfItems1764177200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE change_set ADD COLUMN item_pieces text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE change_set DROP COLUMN item_pieces');
  }
}
