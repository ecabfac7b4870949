import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '#libs/access';
import type { ChannelKindName } from '#libs/api';

/** Where messages go. */
@Entity('notification_channel')
export class ChannelRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  /** The token that saved it last; null where a person did. */
  @Column('varchar', { name: 'token_id', nullable: true })
  tokenId!: string | null;

  /** The connections that its creator was limited to; null for no limit. Nothing of others goes there. */
  @Column('simple-json', { name: 'connection_limit', nullable: true })
  connectionLimit!: string[] | null;

  /** The scopes of who saved or enabled it last, or subscribed it to errors that quote rows; null for all. */
  @Column('simple-json', { name: 'saved_scopes', nullable: true })
  savedScopes!: Scope[] | null;

  @Column('varchar')
  name!: string;

  @Column('varchar')
  kind!: ChannelKindName;

  @Column('simple-json')
  settings!: Record<string, unknown>;

  /** Each value is sealed with the workbench's key. */
  @Column('simple-json')
  secrets!: Record<string, string>;

  @Column('boolean', { name: 'for_jobs' })
  forJobs!: boolean;

  /** Null while it is used. */
  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason!: string | null;

  @Column('integer')
  failures!: number;

  @Column('integer', { name: 'given_up' })
  givenUp!: number;

  /** Milliseconds since the epoch. */
  @Column('bigint', { name: 'closed_until', nullable: true })
  closedUntil!: number | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'last_delivered_at', nullable: true })
  lastDeliveredAt!: string | null;

  @Column('text', { name: 'last_error', nullable: true })
  lastError!: string | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at' })
  createdAt!: string;
}

/** What is kept, as a plain value. */
export type ChannelFields = Pick<ChannelRecord, keyof ChannelRecord>;
