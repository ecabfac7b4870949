import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryState } from '#libs/api';

/** Something that happened, kept in the transaction that made it true. */
@Entity('notification_event')
export class EventRecord {
  @PrimaryColumn('varchar')
  id!: string;

  /** One of `NOTIFICATION_EVENTS`, or what the workbench itself has to say in the bell. */
  @Column('varchar')
  event!: string;

  @Column('text')
  title!: string;

  @Column('text')
  message!: string;

  /** JSON, which may be large: read only where it is sent. */
  @Column('text')
  context!: string;

  /** The page of this workbench that shows it. */
  @Column('varchar')
  path!: string;

  @Column('varchar', { name: 'connection_id', nullable: true })
  connectionId!: string | null;

  /** Whose it is alone; null for all who may see the connection. */
  @Column('varchar', { name: 'owner_id', nullable: true })
  ownerId!: string | null;

  @Column('boolean', { name: 'is_in_bell' })
  isInBell!: boolean;

  /** Counts up in the order in which items of the bell are written; null for what is not in the bell. */
  @Column('bigint', { name: 'bell_number', nullable: true })
  bellNumber!: number | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'occurred_at' })
  occurredAt!: string;
}

/** One event on its way to one channel. Times are milliseconds since the epoch. */
@Entity('notification_delivery')
export class DeliveryRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'event_id' })
  eventId!: string;

  @Column('varchar', { name: 'channel_id' })
  channelId!: string;

  @Column('varchar')
  state!: DeliveryState;

  @Column('integer')
  attempts!: number;

  /** Equal for those that are collected into one message; null where each is sent by itself. */
  @Column('varchar', { name: 'digest_key', nullable: true })
  digestKey!: string | null;

  /** The delivery that carries this one. */
  @Column('varchar', { name: 'lead_id', nullable: true })
  leadId!: string | null;

  /** A JSON list of those who are still to get it, where others have it; null for all. */
  @Column('text', { name: 'open_recipients', nullable: true })
  openRecipients!: string | null;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'due_at' })
  dueAt!: number;

  @Column('bigint', { name: 'finished_at', nullable: true })
  finishedAt!: number | null;
}

/** One try of a delivery. */
@Entity('notification_attempt')
export class AttemptRecord {
  @PrimaryColumn('varchar', { name: 'delivery_id' })
  deliveryId!: string;

  /** From 1. */
  @PrimaryColumn('integer')
  number!: number;

  /** ISO 8601. */
  @Column('varchar')
  at!: string;

  @Column('integer', { nullable: true })
  status!: number | null;

  @Column('integer', { name: 'latency_ms' })
  latencyMs!: number;

  @Column('varchar')
  outcome!: string;

  @Column('text')
  detail!: string;

  /** The beginning of what came back. */
  @Column('text')
  answer!: string;
}

/** What is kept, as plain values. */
export type EventFields = Pick<EventRecord, keyof EventRecord>;
export type NewEvent = Omit<EventFields, 'bellNumber'>;
export type DeliveryFields = Pick<DeliveryRecord, keyof DeliveryRecord>;
export type AttemptFields = Pick<AttemptRecord, keyof AttemptRecord>;
