import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps jobs, their runs, and the files that runs left. Times are milliseconds since the epoch. */
export class CreateScheduler1763850000000 implements MigrationInterface {
  readonly name = 'CreateScheduler1763850000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['job_output', 'job_run_log', 'job_run', 'job']) await queryRunner.query(`DROP TABLE ${table}`);
  }
}

const STATEMENTS = [
  `CREATE TABLE job (
     id varchar PRIMARY KEY,
     kind varchar NOT NULL,
     name varchar NOT NULL,
     name_key varchar NOT NULL,
     owner_id varchar NOT NULL,
     limits text NOT NULL,
     connection_id varchar,
     schedule text NOT NULL,
     anchor_at bigint NOT NULL,
     settings text NOT NULL,
     settings_text varchar NOT NULL,
     notify_success boolean NOT NULL,
     notify_error boolean NOT NULL,
     missed varchar NOT NULL,
     timeout_s integer NOT NULL,
     is_paused boolean NOT NULL,
     next_run_at bigint,
     active_runs integer NOT NULL,
     last_run_id varchar,
     last_status varchar,
     recent_runs text NOT NULL,
     run_count integer NOT NULL,
     created_at bigint NOT NULL,
     updated_at bigint NOT NULL)`,
  `CREATE INDEX job_due ON job (next_run_at)`,
  `CREATE INDEX job_name ON job (name_key, id)`,
  `CREATE TABLE job_run (
     id varchar PRIMARY KEY,
     job_id varchar NOT NULL,
     job_name varchar NOT NULL,
     kind varchar NOT NULL,
     owner_id varchar NOT NULL,
     connection_id varchar,
     cause varchar NOT NULL,
     slot bigint,
     missed_slots integer NOT NULL,
     queued_at bigint NOT NULL,
     started_at bigint,
     duration_ms bigint,
     status varchar NOT NULL,
     error text,
     partials text NOT NULL,
     UNIQUE (job_id, slot))`,
  `CREATE INDEX job_run_time ON job_run (job_id, queued_at, id)`,
  `CREATE INDEX job_run_all ON job_run (queued_at, id)`,
  `CREATE INDEX job_run_open ON job_run (status) WHERE status IN ('queued', 'running')`,
  `CREATE TABLE job_run_log (run_id varchar PRIMARY KEY, lines text NOT NULL)`,
  `CREATE TABLE job_output (
     id varchar PRIMARY KEY,
     run_id varchar NOT NULL,
     job_id varchar NOT NULL,
     name varchar NOT NULL,
     path text NOT NULL,
     bytes bigint NOT NULL,
     sha256 varchar NOT NULL,
     details text NOT NULL,
     created_at bigint NOT NULL,
     removed_at bigint,
     UNIQUE (run_id, name))`,
  `CREATE INDEX job_output_job ON job_output (job_id, created_at)`,
];
