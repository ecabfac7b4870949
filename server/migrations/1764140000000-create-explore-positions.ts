import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps where each person moved the tables of a diagram. */
export class CreateExplorePositions1764140000000 implements MigrationInterface {
  readonly name = 'CreateExplorePositions1764140000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'explore_position',
        columns: [
          { name: 'owner_id', type: 'varchar', isPrimary: true },
          { name: 'connection_id', type: 'varchar', isPrimary: true },
          { name: 'positions', type: 'text' },
          { name: 'updated_at', type: 'varchar' },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('explore_position');
  }
}
