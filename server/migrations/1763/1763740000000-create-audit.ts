import { Table, TableIndex } from 'typeorm';
import type { MigrationInterface, QueryRunner, TableColumnOptions } from 'typeorm';

const text = (name: string, isNullable = false): TableColumnOptions => ({ name, type: 'varchar', isNullable });

/** What refuses to change or take away an entry, and to add any but the next: `INSERT OR REPLACE` takes away, too. */
const SQLITE_TRIGGERS: readonly string[] = [
  `CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  `CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
   BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`,
  `CREATE TRIGGER audit_entry_in_sequence BEFORE INSERT ON audit_entry
   WHEN NEW.sequence IS NOT (SELECT COALESCE(MAX(sequence), 0) + 1 FROM audit_entry)
   BEGIN SELECT RAISE(ABORT, 'the audit has no gaps'); END`,
];

/** The same in Postgres. */
const POSTGRES_TRIGGERS: readonly string[] = [
  `CREATE FUNCTION audit_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$`,
  `CREATE FUNCTION audit_entry_next() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF NEW.sequence <> (SELECT COALESCE(MAX(sequence), 0) + 1 FROM audit_entry) THEN
       RAISE EXCEPTION 'the audit has no gaps';
     END IF;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
   FOR EACH ROW EXECUTE FUNCTION audit_entry_refuse()`,
  `CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
   FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_refuse()`,
  `CREATE TRIGGER audit_entry_in_sequence BEFORE INSERT ON audit_entry
   FOR EACH ROW EXECUTE FUNCTION audit_entry_next()`,
];

/** Keeps what was done, and what was tried, for good. */
export class CreateAudit1763740000000 implements MigrationInterface {
  readonly name = 'CreateAudit1763740000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'audit_entry',
        columns: [
          { name: 'sequence', type: 'integer', isPrimary: true },
          text('at'),
          text('action'),
          text('outcome'),
          text('actor_kind', true),
          text('actor_user_id', true),
          text('actor_name', true),
          text('actor_token_id', true),
          text('object_kind'),
          text('object_id'),
          text('object_name', true),
          { name: 'details', type: 'text' },
          text('hash'),
        ],
        indices: ['at', 'action', 'outcome', 'actor_user_id', 'object_id'].map(
          (column) => new TableIndex({ name: `audit_entry_${column}`, columnNames: [column, 'sequence'] }),
        ),
      }),
    );
    const isPostgres = queryRunner.dataSource.options.type === 'postgres';
    for (const trigger of isPostgres ? POSTGRES_TRIGGERS : SQLITE_TRIGGERS) await queryRunner.query(trigger);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('audit_entry');
    if (queryRunner.dataSource.options.type !== 'postgres') return;
    for (const name of ['audit_entry_refuse', 'audit_entry_next']) await queryRunner.query(`DROP FUNCTION ${name}()`);
  }
}
