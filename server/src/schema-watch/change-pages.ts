import { Injectable } from '@nestjs/common';
import { Brackets } from 'typeorm';
import type { SelectQueryBuilder } from 'typeorm';
import { Problem, State } from '../platform/index.js';
import type { ChangePlace } from './recent-changes.js';
import { SchemaChangeRecord } from './schema-change.entity.js';

/** Which change records are asked for. */
export interface ChangeQuestion {
  /** ISO 8601: none that is older. */
  readonly since: string;
  /** What their sentences have to hold, whatever its case; all of them for no text. */
  readonly search: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly cursor: string | null;
}

/** One page of change records, newest first. */
export interface ChangePage {
  readonly records: SchemaChangeRecord[];
  /** How many there are on all pages together. */
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Reads the change records of a connection by the page, so that a page costs the same however many there are. */
@Injectable()
export class ChangePages {
  constructor(private readonly state: State) {}

  /** Throws `validation-failed` for a cursor that was made up. */
  async page(connectionId: string, question: ChangeQuestion): Promise<ChangePage> {
    const { limit, cursor } = question;
    const after = cursor === null ? null : placeOf(cursor);
    const total = await this.matching(connectionId, question).getCount();
    const query = this.matching(connectionId, question)
      .orderBy('c.detectedAt', 'DESC')
      .addOrderBy('c.id', 'DESC')
      .limit(limit + 1);
    if (after !== null) {
      query.andWhere('(c.detectedAt < :at OR (c.detectedAt = :at AND c.id < :id))', {
        at: after.detectedAt,
        id: after.id,
      });
    }
    const found = await query.getMany();
    const records = found.slice(0, limit);
    const last = found.length > limit ? records.at(-1) : undefined;
    return { records, total, nextCursor: last === undefined ? null : cursorOf(last) };
  }

  /** How many changes the snapshots taken since a time (ISO 8601) brought each; those that brought none are left out. */
  async countsSince(connectionId: string, since: string): Promise<Map<string, number>> {
    const query = this.matching(connectionId, { since, search: '' });
    const records = await query.select(['c.id', 'c.toSnapshotId', 'c.changes']).getMany();
    return new Map(records.map(({ toSnapshotId, changes }) => [toSnapshotId, changes.length]));
  }

  private matching(
    connectionId: string,
    { since, search }: Pick<ChangeQuestion, 'since' | 'search'>,
  ): SelectQueryBuilder<SchemaChangeRecord> {
    const query = this.state.manager
      .createQueryBuilder(SchemaChangeRecord, 'c')
      .where('c.connectionId = :connectionId AND c.detectedAt >= :since', { connectionId, since });
    const words = search.trim();
    if (words === '') return query;
    // SQLite knows the small letters of ASCII only: what is typed as it is written is found in any alphabet.
    const holds = new Brackets((any) => {
      any.where(`LOWER(c.summary) LIKE :lower ESCAPE '!'`).orWhere(`c.summary LIKE :asTyped ESCAPE '!'`);
    });
    return query.andWhere(holds).setParameters({ lower: anywhere(words.toLowerCase()), asTyped: anywhere(words) });
  }
}

function anywhere(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

function cursorOf({ detectedAt, id }: ChangePlace): string {
  return Buffer.from(JSON.stringify([detectedAt, id])).toString('base64url');
}

function placeOf(cursor: string): ChangePlace {
  const [detectedAt, id] = partsOf(cursor);
  if (typeof detectedAt === 'string' && typeof id === 'string') return { detectedAt, id };
  const errors = [{ pointer: '/cursor', detail: 'The cursor is not one of this list.' }];
  throw new Problem('validation-failed', 'The cursor is not one of this list.', { errors });
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
