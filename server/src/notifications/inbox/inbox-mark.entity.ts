import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to where a person has read the bell. */
@Entity('notification_inbox_mark')
export class InboxMarkRecord {
  @PrimaryColumn('varchar', { name: 'user_id' })
  userId!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'read_until' })
  readUntil!: string;
}
