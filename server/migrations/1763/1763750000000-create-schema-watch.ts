import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps snapshots of catalogs, each content once, and what changed between them; and what is frozen from them. */
export class CreateSchemaWatch1763750000000 implements MigrationInterface {
  readonly name = 'CreateSchemaWatch1763750000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const bytes = queryRunner.dataSource.options.type === 'postgres' ? 'bytea' : 'blob';
    for (const statement of statements(bytes)) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['contract_violation', 'contract', 'schema_watch_check', 'schema_change', 'schema_snapshot']) {
      await queryRunner.query(`DROP TABLE ${table}`);
    }
    await queryRunner.query('DROP TABLE schema_content');
  }
}

function statements(bytes: string): string[] {
  return [
    `CREATE TABLE schema_content (hash varchar PRIMARY KEY, lines ${bytes} NOT NULL)`,
    `CREATE TABLE schema_snapshot (
       id varchar PRIMARY KEY,
       connection_id varchar NOT NULL,
       place integer NOT NULL,
       taken_at varchar NOT NULL,
       catalog_hash varchar NOT NULL,
       content_hash varchar NOT NULL REFERENCES schema_content (hash),
       table_count integer NOT NULL,
       column_count integer NOT NULL,
       fingerprint varchar NOT NULL,
       database varchar NOT NULL,
       server_version varchar NOT NULL,
       is_stable boolean NOT NULL,
       is_suspicious boolean NOT NULL,
       UNIQUE (connection_id, place))`,
    `CREATE INDEX schema_snapshot_content ON schema_snapshot (content_hash)`,
    `CREATE TABLE schema_change (
       id varchar PRIMARY KEY,
       connection_id varchar NOT NULL,
       detected_at varchar NOT NULL,
       summary text NOT NULL,
       changes text NOT NULL,
       recreated text NOT NULL,
       from_snapshot_id varchar NOT NULL,
       to_snapshot_id varchar NOT NULL)`,
    `CREATE INDEX schema_change_time ON schema_change (connection_id, detected_at)`,
    `CREATE TABLE schema_watch_check (
       connection_id varchar PRIMARY KEY,
       checked_at varchar NOT NULL,
       last_error text)`,
    `CREATE TABLE contract (
       connection_id varchar PRIMARY KEY,
       id varchar NOT NULL,
       name varchar NOT NULL,
       frozen_at varchar NOT NULL,
       frozen_by varchar NOT NULL,
       tables text NOT NULL,
       breakage text,
       evaluated_at varchar NOT NULL)`,
    `CREATE TABLE contract_violation (
       id varchar PRIMARY KEY,
       connection_id varchar NOT NULL,
       contract_id varchar NOT NULL,
       opened_at varchar NOT NULL,
       changed_at varchar NOT NULL,
       resolved_at varchar,
       summary text NOT NULL,
       items text NOT NULL)`,
    `CREATE INDEX contract_violation_time ON contract_violation (connection_id, opened_at)`,
  ];
}
