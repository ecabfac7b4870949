import { Table, TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps bookmarks of files, and which file a tab was opened from. */
export class CreateStudioFiles1763820000000 implements MigrationInterface {
  readonly name = 'CreateStudioFiles1763820000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'studio_file',
        columns: [
          { name: 'id', type: 'varchar', isPrimary: true },
          { name: 'owner_id', type: 'varchar' },
          { name: 'path', type: 'varchar' },
          { name: 'created_at', type: 'varchar' },
        ],
        indices: [{ name: 'studio_file_path', columnNames: ['owner_id', 'path'], isUnique: true }],
      }),
    );
    await queryRunner.addColumns('studio_draft', [
      new TableColumn({ name: 'file_id', type: 'varchar', isNullable: true }),
      new TableColumn({ name: 'file_etag', type: 'varchar', isNullable: true }),
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumns('studio_draft', ['file_id', 'file_etag']);
    await queryRunner.dropTable('studio_file');
  }
}
