import { TableColumn, TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['job', 'notification_channel'] as const;
const tokenId = () => new TableColumn({ name: 'token_id', type: 'varchar', isNullable: true });
const pauseReason = () => new TableColumn({ name: 'pause_reason', type: 'varchar', isNullable: true });

/** Keeps which API token saved a job or a channel last, and why a job was paused without a request. */
export class KeepTokensOfJobsAndChannels1764041100000 implements MigrationInterface {
  readonly name = 'KeepTokensOfJobsAndChannels1764041100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.addColumn(table, tokenId());
    await queryRunner.addColumn('job', pauseReason());
    await queryRunner.createIndex('job', new TableIndex({ name: 'job_token_id', columnNames: ['token_id'] }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('job', 'job_token_id');
    await queryRunner.dropColumn('job', 'pause_reason');
    for (const table of TABLES) await queryRunner.dropColumn(table, 'token_id');
  }
}
