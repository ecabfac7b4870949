import type { Actor } from '#libs/access';
import type { SavedQuery } from '#libs/api';
import type { SavedQueryRecord } from './saved-query.entity.js';

/** A saved query as `actor` sees it. */
export function savedQueryView(actor: Actor, record: SavedQueryRecord, ownerName: string): SavedQuery {
  return {
    id: record.id,
    name: record.name,
    connection_id: record.connectionId,
    sql: record.sql,
    description: record.description,
    folder: record.folder,
    shared: record.shared,
    is_own: record.ownerId === actor.userId,
    owner_name: ownerName,
    version: record.version,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
  };
}
