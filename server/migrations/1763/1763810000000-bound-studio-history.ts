import { Table, TableColumn, TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What stays of a text beside its entry, and how much of it is searched, in characters. */
const EXCERPT = 2_000;
const SEARCHED = 100_000;

/** Keeps long texts apart from the list of what was run, so that listing and searching never read them. */
export class BoundStudioHistory1763810000000 implements MigrationInterface {
  readonly name = 'BoundStudioHistory1763810000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'studio_history_text',
        columns: [
          { name: 'entry_id', type: 'varchar', isPrimary: true },
          { name: 'sql', type: 'text' },
        ],
      }),
    );
    await queryRunner.addColumns('studio_history', [
      new TableColumn({ name: 'is_cut', type: 'boolean', default: false }),
      new TableColumn({ name: 'search_text', type: 'text', default: "''" }),
    ]);
    await queryRunner.createIndices('studio_history', [
      new TableIndex({ name: 'studio_history_id', columnNames: ['id'] }),
      new TableIndex({ name: 'studio_history_time', columnNames: ['started_at'] }),
    ]);
    const isLong = `length(sql) > ${EXCERPT}`;
    await queryRunner.query(`INSERT INTO studio_history_text SELECT id, sql FROM studio_history WHERE ${isLong}`);
    await queryRunner.query(`UPDATE studio_history SET search_text = lower(substr(sql, 1, ${SEARCHED}))`);
    await queryRunner.query(
      `UPDATE studio_history SET is_cut = true, sql = substr(sql, 1, ${EXCERPT}) WHERE ${isLong}`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `UPDATE studio_history SET sql = (SELECT sql FROM studio_history_text WHERE entry_id = studio_history.id) WHERE is_cut`,
    );
    await queryRunner.dropIndex('studio_history', 'studio_history_time');
    await queryRunner.dropIndex('studio_history', 'studio_history_id');
    await queryRunner.dropColumns('studio_history', ['is_cut', 'search_text']);
    await queryRunner.dropTable('studio_history_text');
  }
}
