-- step: rooms and messages
CREATE SCHEMA chat;
CREATE TABLE chat.members (id uuid PRIMARY KEY, nick text NOT NULL, seen_at timestamp);
CREATE TABLE chat.rooms (id uuid PRIMARY KEY, name text, is_private boolean);
CREATE TABLE chat.messages (id bigint PRIMARY KEY, room_id uuid REFERENCES chat.rooms, author_id uuid REFERENCES chat.members, body text, sent_at timestamp);
-- step: times get their zone
ALTER TABLE chat.members ALTER seen_at TYPE timestamptz;
ALTER TABLE chat.messages ALTER sent_at TYPE timestamptz(3);
-- step: what has to be there
ALTER TABLE chat.messages ALTER room_id SET NOT NULL, ALTER author_id SET NOT NULL, ALTER body SET NOT NULL;
ALTER TABLE chat.rooms ALTER is_private SET DEFAULT false, ALTER is_private SET NOT NULL;
-- step: search
CREATE INDEX messages_words ON chat.messages USING gin (to_tsvector('simple', body));
CREATE INDEX messages_of_room ON chat.messages (room_id, sent_at DESC) INCLUDE (author_id);
-- step: reactions
CREATE DOMAIN chat.emoji AS text NOT NULL CHECK (length(VALUE) <= 8);
CREATE TABLE chat.reactions (message_id bigint REFERENCES chat.messages ON DELETE CASCADE, member_id uuid REFERENCES chat.members, emoji chat.emoji, PRIMARY KEY (message_id, member_id, emoji));
-- step: threads
ALTER TABLE chat.messages ADD parent_id bigint REFERENCES chat.messages;
ALTER TABLE chat.messages ADD mentions uuid[];
-- step: the index is made anew
DROP INDEX chat.messages_of_room;
CREATE INDEX messages_of_room ON chat.messages (room_id, sent_at);
-- step: the schema is called otherwise
ALTER SCHEMA chat RENAME TO talk;
-- step: members leave
DROP TABLE talk.reactions;
ALTER TABLE talk.messages ALTER author_id DROP NOT NULL;
ALTER TABLE talk.members DROP COLUMN seen_at;
