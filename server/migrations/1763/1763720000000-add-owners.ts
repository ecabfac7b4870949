import type { MigrationInterface, QueryRunner } from 'typeorm';

const OWNED = ['studio_history', 'studio_query', 'studio_draft'] as const;

/**
 * Gives what people keep an owner, and connections the list of those who may use them. What a workbench without sign-in
 * has kept belongs to its one person, who is the first administrator where sign-in begins.
 */
export class AddOwners1763720000000 implements MigrationInterface {
  readonly name = 'AddOwners1763720000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of OWNED) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN owner_id varchar NOT NULL DEFAULT 'local'`);
    }
    await queryRunner.query('DROP INDEX studio_query_name');
    await queryRunner.query(
      'CREATE UNIQUE INDEX studio_query_name ON studio_query (owner_id, connection_id, name) WHERE removed_at IS NULL',
    );
    await queryRunner.query('CREATE INDEX studio_history_owner ON studio_history (owner_id, sequence)');
    await queryRunner.query('CREATE INDEX studio_draft_owner ON studio_draft (owner_id)');
    await queryRunner.query('CREATE TABLE connection_access (connection_id varchar PRIMARY KEY, grants text NOT NULL)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE connection_access');
    await queryRunner.query('DROP INDEX studio_draft_owner');
    await queryRunner.query('DROP INDEX studio_history_owner');
    await queryRunner.query('DROP INDEX studio_query_name');
    await queryRunner.query(
      'CREATE UNIQUE INDEX studio_query_name ON studio_query (connection_id, name) WHERE removed_at IS NULL',
    );
    for (const table of OWNED) await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN owner_id`);
  }
}
