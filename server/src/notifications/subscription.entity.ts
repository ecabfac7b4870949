import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationEvent } from '#libs/notifications';

/** What a channel is notified of. */
@Entity('notification_subscription')
export class SubscriptionRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'channel_id' })
  channelId!: string;

  @Column('simple-json')
  events!: NotificationEvent[];

  /** Null for all. */
  @Column('simple-json', { name: 'connection_ids', nullable: true })
  connectionIds!: string[] | null;

  /** Null for all. */
  @Column('simple-json', { name: 'job_ids', nullable: true })
  jobIds!: string[] | null;

  @Column('integer', { name: 'digest_minutes' })
  digestMinutes!: number;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at' })
  createdAt!: string;
}

/** What is kept, as a plain value. */
export type SubscriptionFields = Pick<SubscriptionRecord, keyof SubscriptionRecord>;
