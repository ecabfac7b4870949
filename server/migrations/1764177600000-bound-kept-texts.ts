import { TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = [
  ['studio_query', { name: 'studio_query_owner', columnNames: ['owner_id', 'removed_at'] }],
  ['studio_draft', { name: 'studio_draft_open', columnNames: ['owner_id', 'closed_at', 'id'] }],
  ['studio_draft', { name: 'studio_draft_staged', columnNames: ['owner_id'], where: 'staged IS NOT NULL' }],
] as const;
/** Characters of a saved query that are searched. */
const SEARCHED = 100_000;

/** Lets the texts of a person be counted without reading them, and keeps no second copy of long ones for the search. */
export class BoundKeptTexts1764177600000 implements MigrationInterface {
  readonly name = 'BoundKeptTexts1764177600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [table, { columnNames, ...index }] of INDEXES)
      await queryRunner.createIndex(table, new TableIndex({ ...index, columnNames: [...columnNames] }));
    await queryRunner.query(
      `UPDATE studio_query SET search_text = substr(search_text, 1, ${SEARCHED}) WHERE octet_length(search_text) > ${SEARCHED * 4}`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const [table, { name }] of INDEXES) await queryRunner.dropIndex(table, name);
  }
}
