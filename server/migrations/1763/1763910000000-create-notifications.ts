import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps channels, what they are subscribed to, what happened, and what became of telling it. */
export class CreateNotifications1763910000000 implements MigrationInterface {
  readonly name = 'CreateNotifications1763910000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const tables = ['inbox_mark', 'attempt', 'delivery', 'event', 'subscription', 'channel'];
    for (const table of tables) await queryRunner.query(`DROP TABLE notification_${table}`);
  }
}

const STATEMENTS = [
  `CREATE TABLE notification_channel (
     id varchar PRIMARY KEY,
     owner_id varchar NOT NULL,
     connection_limit text,
     name varchar NOT NULL,
     kind varchar NOT NULL,
     settings text NOT NULL,
     secrets text NOT NULL,
     for_jobs boolean NOT NULL,
     disabled_reason text,
     failures integer NOT NULL,
     given_up integer NOT NULL,
     closed_until bigint,
     last_delivered_at varchar,
     last_error text,
     created_at varchar NOT NULL)`,
  `CREATE INDEX notification_channel_owner ON notification_channel (owner_id)`,
  `CREATE TABLE notification_subscription (
     id varchar PRIMARY KEY,
     channel_id varchar NOT NULL REFERENCES notification_channel (id) ON DELETE CASCADE,
     events text NOT NULL,
     connection_ids text,
     job_ids text,
     digest_minutes integer NOT NULL,
     created_at varchar NOT NULL)`,
  `CREATE INDEX notification_subscription_channel ON notification_subscription (channel_id)`,
  `CREATE TABLE notification_event (
     id varchar PRIMARY KEY,
     event varchar NOT NULL,
     title text NOT NULL,
     message text NOT NULL,
     context text NOT NULL,
     path varchar NOT NULL,
     connection_id varchar,
     owner_id varchar,
     is_in_bell boolean NOT NULL,
     occurred_at varchar NOT NULL)`,
  `CREATE INDEX notification_event_time ON notification_event (is_in_bell, occurred_at, id)`,
  `CREATE TABLE notification_delivery (
     id varchar PRIMARY KEY,
     event_id varchar NOT NULL REFERENCES notification_event (id) ON DELETE CASCADE,
     channel_id varchar NOT NULL REFERENCES notification_channel (id) ON DELETE CASCADE,
     state varchar NOT NULL,
     attempts integer NOT NULL,
     digest_key varchar,
     lead_id varchar,
     created_at bigint NOT NULL,
     due_at bigint NOT NULL,
     finished_at bigint)`,
  `CREATE INDEX notification_delivery_due ON notification_delivery (channel_id, state, due_at, id)`,
  `CREATE INDEX notification_delivery_time ON notification_delivery (created_at, id)`,
  `CREATE INDEX notification_delivery_event ON notification_delivery (event_id)`,
  `CREATE INDEX notification_delivery_digest ON notification_delivery (digest_key, state)`,
  `CREATE INDEX notification_delivery_lead ON notification_delivery (lead_id)`,
  `CREATE TABLE notification_attempt (
     delivery_id varchar NOT NULL REFERENCES notification_delivery (id) ON DELETE CASCADE,
     number integer NOT NULL,
     at varchar NOT NULL,
     status integer,
     latency_ms integer NOT NULL,
     outcome varchar NOT NULL,
     detail text NOT NULL,
     answer text NOT NULL,
     PRIMARY KEY (delivery_id, number))`,
  `CREATE TABLE notification_inbox_mark (
     user_id varchar PRIMARY KEY,
     read_until varchar NOT NULL)`,
];
