import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps saved queries in folders, named as a person names them; empty for none. */
export class FileStudioQueries1764095000000 implements MigrationInterface {
  readonly name = 'FileStudioQueries1764095000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn(
      'studio_query',
      new TableColumn({ name: 'folder', type: 'varchar', isNullable: false, default: "''" }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('studio_query', 'folder');
  }
}
