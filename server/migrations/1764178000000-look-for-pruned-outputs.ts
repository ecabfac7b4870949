import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'job_file_removal';
const COLUMN = 'noted_at';

/** Keeps since when a file is to be removed, and has the pruned outputs removed whose files earlier versions left. */
export class LookForPrunedOutputs1764178000000 implements MigrationInterface {
  readonly name = 'LookForPrunedOutputs1764178000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn(TABLE, new TableColumn({ name: COLUMN, type: 'bigint', default: '0' }));
    const now = String(Date.now());
    await queryRunner.query(`UPDATE ${TABLE} SET ${COLUMN} = ${now}`);
    await queryRunner.query(`
      INSERT INTO ${TABLE} (id, path, is_output, ${COLUMN})
      SELECT id, path, true, ${now} FROM job_output
      WHERE removed_at IS NOT NULL AND details LIKE '%"removal":"pruned"%'
        AND path NOT IN (SELECT path FROM job_output WHERE removed_at IS NULL)
        AND path NOT IN (SELECT path FROM ${TABLE})`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn(TABLE, COLUMN);
  }
}
