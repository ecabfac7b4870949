import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/access';

/** A person who may sign in, or could once. Times are ISO 8601. */
@Entity('auth_user')
export class UserRecord {
  @PrimaryColumn('varchar')
  id!: string;

  /** As it was typed. */
  @Column('varchar')
  email!: string;

  /** What e-mail addresses are compared by. */
  @Column('varchar', { name: 'email_key' })
  emailKey!: string;

  @Column('varchar')
  name!: string;

  @Column('varchar')
  role!: Role;

  /** Argon2id in PHC form; null until a password is chosen. */
  @Column('varchar', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** The identity provider, and who the person is there. */
  @Column('varchar', { nullable: true })
  issuer!: string | null;

  @Column('varchar', { nullable: true })
  subject!: string | null;

  /** SHA-256 of the code by which a password may be chosen. */
  @Column('varchar', { name: 'code_hash', nullable: true })
  codeHash!: string | null;

  @Column('varchar', { name: 'code_expires_at', nullable: true })
  codeExpiresAt!: string | null;

  @Column('varchar', { name: 'created_at' })
  createdAt!: string;

  @Column('varchar', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: string | null;

  @Column('varchar', { name: 'disabled_at', nullable: true })
  disabledAt!: string | null;
}

/** What is kept, as a plain value. */
export type UserFields = Pick<UserRecord, keyof UserRecord>;
