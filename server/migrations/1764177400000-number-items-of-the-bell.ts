import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbers the items of the bell in the order in which they were written: some are written long after they occurred. */
export class NumberItemsOfTheBell1764177400000 implements MigrationInterface {
  readonly name = 'NumberItemsOfTheBell1764177400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  'ALTER TABLE notification_event ADD COLUMN bell_number bigint',
  `UPDATE notification_event SET bell_number = numbered.place
   FROM (
     SELECT id, ROW_NUMBER() OVER (ORDER BY occurred_at, id) AS place
     FROM notification_event WHERE is_in_bell = TRUE) AS numbered
   WHERE numbered.id = notification_event.id`,
  'CREATE INDEX notification_event_bell ON notification_event (is_in_bell, bell_number)',
  'ALTER TABLE notification_inbox_mark ADD COLUMN read_number bigint NOT NULL DEFAULT 0',
  `UPDATE notification_inbox_mark SET read_number = COALESCE(
     (SELECT MAX(bell_number) FROM notification_event WHERE is_in_bell = TRUE AND occurred_at <= read_until), 0)`,
  'ALTER TABLE notification_inbox_mark DROP COLUMN read_until',
  'CREATE INDEX notification_inbox_mark_number ON notification_inbox_mark (read_number)',
];

const DOWN = [
  'DROP INDEX notification_inbox_mark_number',
  `ALTER TABLE notification_inbox_mark ADD COLUMN read_until varchar NOT NULL DEFAULT ''`,
  `UPDATE notification_inbox_mark SET read_until = COALESCE(
     (SELECT MAX(occurred_at) FROM notification_event WHERE is_in_bell = TRUE AND bell_number <= read_number), '')`,
  'ALTER TABLE notification_inbox_mark DROP COLUMN read_number',
  'DROP INDEX notification_event_bell',
  'ALTER TABLE notification_event DROP COLUMN bell_number',
];
