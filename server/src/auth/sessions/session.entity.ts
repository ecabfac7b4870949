import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in that lasts. Times are ISO 8601. */
@Entity('auth_session')
export class SessionRecord {
  /** SHA-256 of what the browser's cookie says: a reader of the table cannot use it. */
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'user_id' })
  userId!: string;

  /** What it was opened by; with another mode or another access token it means nothing. */
  @Column('varchar')
  realm!: string;

  @Column('varchar', { name: 'created_at' })
  createdAt!: string;

  @Column('varchar', { name: 'last_used_at' })
  lastUsedAt!: string;

  /** The end at the latest. */
  @Column('varchar', { name: 'expires_at' })
  expiresAt!: string;

  @Column('varchar', { nullable: true })
  address!: string | null;

  @Column('varchar', { name: 'user_agent', nullable: true })
  userAgent!: string | null;
}
