-- step: people and tickets
CREATE TABLE people (id serial PRIMARY KEY, login text NOT NULL UNIQUE, is_agent boolean NOT NULL DEFAULT false);
CREATE TABLE tickets (id serial PRIMARY KEY, subject varchar(120) NOT NULL, body text, opened_by int NOT NULL REFERENCES people, assigned_to int REFERENCES people, status text NOT NULL DEFAULT 'new');
CREATE INDEX tickets_open ON tickets (assigned_to) WHERE status <> 'closed';
-- step: ids outgrow the integer
ALTER TABLE people ALTER id TYPE bigint;
ALTER TABLE tickets ALTER id TYPE bigint, ALTER opened_by TYPE bigint, ALTER assigned_to TYPE bigint;
-- step: a status is one of a few
CREATE TYPE ticket_status AS ENUM ('new', 'open', 'closed');
DROP INDEX tickets_open;
ALTER TABLE tickets ALTER status DROP DEFAULT;
ALTER TABLE tickets ALTER status TYPE ticket_status USING status::ticket_status;
ALTER TABLE tickets ALTER status SET DEFAULT 'new';
CREATE INDEX tickets_open ON tickets (assigned_to) WHERE status <> 'closed';
-- step: comments and their files
CREATE TABLE comments (ticket_id bigint REFERENCES tickets ON DELETE CASCADE, number int, author_id bigint NOT NULL REFERENCES people, said_at timestamptz NOT NULL, text text NOT NULL, PRIMARY KEY (ticket_id, number));
CREATE TABLE attachments (id uuid PRIMARY KEY, ticket_id bigint NOT NULL, comment_number int NOT NULL, name text NOT NULL, bytes bytea NOT NULL, FOREIGN KEY (ticket_id, comment_number) REFERENCES comments);
-- step: teams
CREATE TABLE teams (id bigserial PRIMARY KEY, name text NOT NULL);
ALTER TABLE tickets ADD team_id bigint REFERENCES teams;
ALTER TABLE tickets RENAME COLUMN body TO description;
-- step: one more status
ALTER TYPE ticket_status ADD VALUE 'waiting';
-- step: tickets belong to teams, no longer to people
ALTER TABLE tickets DROP COLUMN assigned_to;
ALTER TABLE tickets ALTER team_id SET NOT NULL;
ALTER TABLE tickets DROP CONSTRAINT tickets_opened_by_fkey, ADD FOREIGN KEY (opened_by) REFERENCES people ON DELETE RESTRICT;
-- step: the key of comments
ALTER TABLE attachments DROP CONSTRAINT attachments_ticket_id_comment_number_fkey;
ALTER TABLE comments DROP CONSTRAINT comments_pkey;
ALTER TABLE comments ADD id bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE comments ADD PRIMARY KEY (id);
ALTER TABLE comments ADD CONSTRAINT comments_place UNIQUE (ticket_id, number);
