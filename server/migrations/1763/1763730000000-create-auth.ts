import { Table } from 'typeorm';
import type { MigrationInterface, QueryRunner, TableColumnOptions } from 'typeorm';

const text = (name: string): TableColumnOptions => ({ name, type: 'varchar' });
const maybe = (name: string): TableColumnOptions => ({ name, type: 'varchar', isNullable: true });
const key = (name: string): TableColumnOptions => ({ name, type: 'varchar', isPrimary: true });

/** Keeps people, their sign-ins and their API tokens. Of passwords, codes and tokens there are only hashes. */
export class CreateAuth1763730000000 implements MigrationInterface {
  readonly name = 'CreateAuth1763730000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.createTable(
      new Table({
        name: 'auth_user',
        columns: [
          ...[key('id'), text('email'), text('email_key'), text('name'), text('role'), maybe('password_hash')],
          ...[maybe('issuer'), maybe('subject'), maybe('code_hash'), maybe('code_expires_at')],
          ...[text('created_at'), maybe('last_sign_in_at'), maybe('disabled_at')],
        ],
        indices: [
          { name: 'auth_user_email', columnNames: ['email_key'], isUnique: true },
          { name: 'auth_user_subject', columnNames: ['issuer', 'subject'], isUnique: true },
          { name: 'auth_user_code', columnNames: ['code_hash'], isUnique: true },
        ],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'auth_session',
        columns: [
          ...[key('id'), text('user_id'), text('realm'), text('created_at'), text('last_used_at')],
          ...[text('expires_at'), maybe('address'), maybe('user_agent')],
        ],
        indices: [{ name: 'auth_session_user', columnNames: ['user_id'] }],
      }),
    );
    await queryRunner.createTable(
      new Table({
        name: 'auth_token',
        columns: [
          ...[key('id'), text('user_id'), maybe('parent_id'), text('name'), text('secret_hash'), text('hint')],
          { name: 'scopes', type: 'text', isNullable: true },
          { name: 'connection_ids', type: 'text', isNullable: true },
          ...[text('created_at'), maybe('expires_at'), maybe('last_used_at'), maybe('revoked_at')],
        ],
        indices: [
          { name: 'auth_token_secret', columnNames: ['secret_hash'], isUnique: true },
          { name: 'auth_token_user', columnNames: ['user_id'] },
        ],
      }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['auth_token', 'auth_session', 'auth_user']) await queryRunner.dropTable(table);
  }
}
