-- step: 000000
CREATE SCHEMA graphile_worker;
-- step: 000001
create table graphile_worker.job_queues ( queue_name text not null primary key, job_count int not null, locked_at timestamptz, locked_by text );
alter table graphile_worker.job_queues enable row level security;
create table graphile_worker.jobs ( id bigserial primary key, queue_name text not null, task_identifier text not null, payload json default '{}'::json not null, priority int default 0 not null, run_at timestamptz default now() not null, attempts int default 0 not null, max_attempts int default 25 not null, last_error text, created_at timestamp with time zone not null default now(), updated_at timestamp with time zone not null default now() );
alter table graphile_worker.jobs enable row level security;
create index on graphile_worker.jobs (priority, run_at, id);
-- step: 000002
alter table graphile_worker.jobs add column key text unique check(length(key) > 0);
alter table graphile_worker.jobs add locked_at timestamptz;
alter table graphile_worker.jobs add locked_by text;
-- step: 000003
alter table graphile_worker.jobs alter column queue_name drop not null;
-- step: 000005
alter table graphile_worker.jobs add column revision int default 0 not null;
alter table graphile_worker.jobs add column flags jsonb default null;
-- step: 000006
create index jobs_priority_run_at_id_locked_at_without_failures_idx on graphile_worker.jobs (priority, run_at, id, locked_at) where attempts < max_attempts;
drop index graphile_worker.jobs_priority_run_at_id_idx;
-- step: 000008
create table graphile_worker.known_crontabs ( identifier text not null primary key, known_since timestamptz not null, last_execution timestamptz );
alter table graphile_worker.known_crontabs enable row level security;
-- step: 000010
alter table graphile_worker.jobs alter column queue_name drop default;
-- step: 000011
alter table graphile_worker.jobs alter column attempts type int2, alter column max_attempts type int2, alter column priority type int2;
alter table graphile_worker.jobs rename to jobs_legacy;
alter table graphile_worker.job_queues rename to job_queues_legacy;
create table graphile_worker.job_queues ( id int primary key generated always as identity, queue_name text not null unique check (length(queue_name) <= 128), locked_at timestamptz, locked_by text, is_available boolean generated always as ((locked_at is null)) stored not null );
alter table graphile_worker.job_queues enable row level security;
create table graphile_worker.tasks ( id int primary key generated always as identity, identifier text not null unique check (length(identifier) <= 128) );
alter table graphile_worker.tasks enable row level security;
create table graphile_worker.jobs ( id bigint primary key generated always as identity, job_queue_id int null, task_id int not null, payload json default '{}'::json not null, priority smallint default 0 not null, run_at timestamptz default now() not null, attempts smallint default 0 not null, max_attempts smallint default 25 not null constraint jobs_max_attempts_check check (max_attempts >= 1), last_error text, created_at timestamptz default now() not null, updated_at timestamptz default now() not null, key text unique constraint jobs_key_check check (length(key) > 0 and length(key) <= 512), locked_at timestamptz, locked_by text, revision integer default 0 not null, flags jsonb, is_available boolean generated always as (((locked_at is null) and (attempts < max_attempts))) stored not null );
alter table graphile_worker.jobs enable row level security;
create index jobs_main_index on graphile_worker.jobs using btree (priority, run_at) include (id, task_id, job_queue_id) where (is_available = true);
create index jobs_no_queue_index on graphile_worker.jobs using btree (priority, run_at) include (id, task_id) where (is_available = true and job_queue_id is null);
create type graphile_worker.job_spec as ( identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, job_key text, priority integer, flags text[] );
drop table graphile_worker.jobs_legacy;
drop table graphile_worker.job_queues_legacy;
-- step: 000013
alter type graphile_worker.job_spec alter attribute max_attempts type smallint;
alter type graphile_worker.job_spec alter attribute priority type smallint;
-- step: 000016
alter table graphile_worker.jobs rename to _private_jobs;
alter table graphile_worker.job_queues rename to _private_job_queues;
alter table graphile_worker.tasks rename to _private_tasks;
alter table graphile_worker.known_crontabs rename to _private_known_crontabs;
-- step: 000017
create view graphile_worker.jobs as ( select jobs.id, job_queues.queue_name, tasks.identifier as task_identifier, jobs.priority, jobs.run_at, jobs.attempts, jobs.max_attempts, jobs.last_error, jobs.created_at, jobs.updated_at, jobs.key, jobs.locked_at, jobs.locked_by, jobs.revision, jobs.flags from graphile_worker._private_jobs as jobs inner join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id left join graphile_worker._private_job_queues as job_queues on job_queues.id = jobs.job_queue_id );
