import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = 'cancelled_by';
/** Before the name in the error of a run that a person cancelled; a full stop follows it. */
const BEFORE_NAME = 'Cancelled by '.length;

/** Keeps who cancelled a run, so that it is not counted as one that failed. */
export class KeepWhoCancelledRuns1764177700000 implements MigrationInterface {
  readonly name = 'KeepWhoCancelledRuns1764177700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn('job_run', new TableColumn({ name: COLUMN, type: 'varchar', isNullable: true }));
    await queryRunner.query(
      `UPDATE job_run SET ${COLUMN} = substr(error, ${BEFORE_NAME + 1}, length(error) - ${BEFORE_NAME + 1})
       WHERE status = 'interrupted' AND error LIKE 'Cancelled by _%.'`,
    );
    await queryRunner.query(
      `UPDATE job SET last_status = 'cancelled' WHERE last_status = 'interrupted'
         AND last_run_id IN (SELECT id FROM job_run WHERE ${COLUMN} IS NOT NULL)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query("UPDATE job SET last_status = 'interrupted' WHERE last_status = 'cancelled'");
    await queryRunner.dropColumn('job_run', COLUMN);
  }
}
