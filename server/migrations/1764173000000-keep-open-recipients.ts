import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps who is still to get a message that a server has taken for others. */
export class KeepOpenRecipients1764173000000 implements MigrationInterface {
  readonly name = 'KeepOpenRecipients1764173000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE notification_delivery ADD COLUMN open_recipients text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE notification_delivery DROP COLUMN open_recipients');
  }
}
