import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '#libs/access';

/** An API token, without the token. Times are ISO 8601. */
@Entity('auth_token')
export class TokenRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'user_id' })
  userId!: string;

  /** The token that made it, and takes it along when it is revoked; null where a person made it. */
  @Column('varchar', { name: 'parent_id', nullable: true })
  parentId!: string | null;

  @Column('varchar')
  name!: string;

  /** SHA-256 of the token. */
  @Column('varchar', { name: 'secret_hash' })
  secretHash!: string;

  @Column('varchar')
  hint!: string;

  @Column('simple-json', { nullable: true })
  scopes!: Scope[] | null;

  @Column('simple-json', { name: 'connection_ids', nullable: true })
  connectionIds!: string[] | null;

  @Column('varchar', { name: 'created_at' })
  createdAt!: string;

  @Column('varchar', { name: 'expires_at', nullable: true })
  expiresAt!: string | null;

  @Column('varchar', { name: 'last_used_at', nullable: true })
  lastUsedAt!: string | null;

  @Column('varchar', { name: 'revoked_at', nullable: true })
  revokedAt!: string | null;
}

/** What is kept, as a plain value. */
export type TokenFields = Pick<TokenRecord, keyof TokenRecord>;
