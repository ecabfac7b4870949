import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the scopes of who saved a channel last, since errors that quote rows go only where those may read them. */
export class KeepScopesOfChannels1764175000000 implements MigrationInterface {
  readonly name = 'KeepScopesOfChannels1764175000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE notification_channel ADD COLUMN saved_scopes text');
    await queryRunner.query(
      'UPDATE notification_channel SET saved_scopes = (SELECT scopes FROM auth_token WHERE auth_token.id = token_id)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE notification_channel DROP COLUMN saved_scopes');
  }
}
