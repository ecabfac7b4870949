import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps what people chose for the map layers of their saved queries. */
export class CreateTileLayers1763905000000 implements MigrationInterface {
  readonly name = 'CreateTileLayers1763905000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'tile_layer',
        columns: [
          { name: 'query_id', type: 'varchar', isPrimary: true },
          { name: 'geometry_column', type: 'text', isNullable: true },
          { name: 'id_column', type: 'text', isNullable: true },
          { name: 'attribution', type: 'text', isNullable: true },
          { name: 'style', type: 'text', isNullable: true },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('tile_layer');
  }
}
