import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets a saved query be shown to other people. */
export class ShareStudioQueries1763830000000 implements MigrationInterface {
  readonly name = 'ShareStudioQueries1763830000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn('studio_query', new TableColumn({ name: 'shared', type: 'boolean', default: false }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('studio_query', 'shared');
  }
}
