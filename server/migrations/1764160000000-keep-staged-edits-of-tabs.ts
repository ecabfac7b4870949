import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the edits of rows that are staged in a tab, encrypted. */
export class KeepStagedEditsOfTabs1764160000000 implements MigrationInterface {
  readonly name = 'KeepStagedEditsOfTabs1764160000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn('studio_draft', new TableColumn({ name: 'staged', type: 'text', isNullable: true }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('studio_draft', 'staged');
  }
}
