import { TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner, TableIndexOptions } from 'typeorm';

/** Indexes for what is looked for again and again in tables that grow: without them each look reads the whole table. */
export class IndexWhatSweepsLookFor1764170000000 implements MigrationInterface {
  readonly name = 'IndexWhatSweepsLookFor1764170000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, index] of INDEXES) await queryRunner.createIndex(table, new TableIndex(index));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, { name }] of INDEXES) await queryRunner.dropIndex(table, name);
  }
}

const INDEXES: readonly (readonly [string, TableIndexOptions & { readonly name: string }])[] = [
  ['change_set', { name: 'change_set_attempt', columnNames: ['id'], where: 'attempt IS NOT NULL' }],
  ['change_rows', { name: 'change_rows_time', columnNames: ['source', 'created_at', 'change_id', 'bytes'] }],
  ['job_output', { name: 'job_output_removed', columnNames: ['removed_at'], where: 'removed_at IS NOT NULL' }],
  ['studio_draft', { name: 'studio_draft_closed', columnNames: ['closed_at'], where: 'closed_at IS NOT NULL' }],
  ['studio_query', { name: 'studio_query_removed', columnNames: ['removed_at'], where: 'removed_at IS NOT NULL' }],
];
