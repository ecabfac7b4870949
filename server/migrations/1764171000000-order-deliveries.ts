import { TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'notification_delivery';

/** Indexes the deliveries of each channel in their order: without them each page sorts all of them. */
export class OrderDeliveries1764171000000 implements MigrationInterface {
  readonly name = 'OrderDeliveries1764171000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex(TABLE, 'notification_delivery_time');
    await queryRunner.createIndex(TABLE, indexOf('notification_delivery_newest', 'channel_id'));
    await queryRunner.createIndex(TABLE, indexOf('notification_delivery_states', 'channel_id', 'state'));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex(TABLE, 'notification_delivery_states');
    await queryRunner.dropIndex(TABLE, 'notification_delivery_newest');
    await queryRunner.createIndex(TABLE, indexOf('notification_delivery_time'));
  }
}

function indexOf(name: string, ...columns: string[]): TableIndex {
  return new TableIndex({ name, columnNames: [...columns, 'created_at', 'id'] });
}
