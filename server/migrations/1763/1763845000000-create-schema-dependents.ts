import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps which views read what, as of the last snapshot of a connection, and with each change the views it has touched. */
export class CreateSchemaDependents1763845000000 implements MigrationInterface {
  readonly name = 'CreateSchemaDependents1763845000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const bytes = queryRunner.dataSource.options.type === 'postgres' ? 'bytea' : 'blob';
    await queryRunner.query(
      `CREATE TABLE schema_dependents (connection_id varchar PRIMARY KEY, dependents ${bytes} NOT NULL)`,
    );
    await queryRunner.addColumn('schema_change', new TableColumn({ name: 'views', type: 'text', default: `'[]'` }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('schema_change', 'views');
    await queryRunner.query('DROP TABLE schema_dependents');
  }
}
