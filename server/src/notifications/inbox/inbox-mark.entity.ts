import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Up to where a person has read the bell. */
@Entity('notification_inbox_mark')
export class InboxMarkRecord {
  @PrimaryColumn('varchar', { name: 'user_id' })
  userId!: string;

  /** The number of the newest item that was read. */
  @Column('bigint', { name: 'read_number' })
  readNumber!: number;
}
