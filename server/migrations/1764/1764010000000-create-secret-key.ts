import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the fingerprints of the keys that were used, so that a lost `secret.key` is not replaced without a word. */
export class CreateSecretKey1764010000000 implements MigrationInterface {
  readonly name = 'CreateSecretKey1764010000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE secret_key (fingerprint varchar PRIMARY KEY, first_used_at varchar NOT NULL)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE secret_key');
  }
}
