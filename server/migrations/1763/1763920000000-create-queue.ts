import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what waits in queues that processes share; unused where the state is a file of one process. */
export class CreateQueue1763920000000 implements MigrationInterface {
  readonly name = 'CreateQueue1763920000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE queue_entry (
         queue varchar NOT NULL,
         id varchar NOT NULL,
         lane varchar,
         place bigint NOT NULL,
         sent_as varchar,
         worker varchar,
         PRIMARY KEY (queue, id))`,
    );
    await queryRunner.query('CREATE INDEX queue_entry_place ON queue_entry (queue, place)');
    await queryRunner.query('CREATE INDEX queue_entry_lane ON queue_entry (queue, lane, place)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE queue_entry');
  }
}
