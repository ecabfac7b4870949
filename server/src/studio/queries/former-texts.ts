import { Injectable } from '@nestjs/common';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { SavedQueryVersion } from '#libs/api';
import { FORMER_TEXT_COUNTS, fittingCount } from '#libs/fair-share';
import type { TextAmount } from '#libs/fair-share';
import { State } from '../../platform/index.js';
import { TextBudget } from '../text-budget.js';
import { SavedQueryRecord } from './saved-query.entity.js';
import { SavedQueryVersionRecord } from './saved-query-version.entity.js';

/** Former texts of one query. */
const KEEP_VERSIONS = 100;
/** What a list shows of a former text, in characters. */
const EXCERPT_CHARS = 2_000;
/** Where a person has too many former texts, this share of the bound is kept, so that they are rarely counted. */
const KEPT_SHARE = 0.9;

interface FormerText {
  readonly queryId: string;
  readonly version: number;
  readonly bytes: number;
}

/** Keeps the texts that saved queries had before: the newest of each query, and the newest of all of a person. */
@Injectable()
export class FormerTexts {
  /** By person, how much is surely free below the bound. */
  private readonly room = new Map<string, TextAmount>();

  constructor(
    private readonly state: State,
    private readonly budget: TextBudget,
  ) {}

  /** Those of one query, newest first, long ones cut. */
  async list(queryId: string): Promise<SavedQueryVersion[]> {
    const { manager } = this.state;
    const known = await manager.find(SavedQueryVersionRecord, {
      select: { queryId: true, version: true },
      where: { queryId },
      order: { version: 'DESC' },
    });
    const found: SavedQueryVersion[] = [];
    // One at a time: SQLite reads a whole text to cut it, and other requests have their turn between two of them.
    for (const { version } of known) found.push(...(await excerpt(manager, queryId, version)));
    return found;
  }

  /** Keeps the text that a query had until `now`. */
  async keep(manager: EntityManager, record: SavedQueryRecord, now: string): Promise<void> {
    const { id: queryId, version, sql } = record;
    await manager.insert(SavedQueryVersionRecord, { queryId, version, sql, replacedAt: now });
    const old = await manager.find(SavedQueryVersionRecord, {
      where: { queryId },
      order: { version: 'DESC' },
      select: { queryId: true, version: true },
      skip: KEEP_VERSIONS,
      take: KEEP_VERSIONS,
    });
    await forget(manager, old);
    await this.forgetBeyond(manager, record.ownerId, Buffer.byteLength(sql));
  }

  /** Forgets the oldest of a person's former texts beyond the bounds; `bytes` are those of one that was just added. */
  private async forgetBeyond(manager: EntityManager, ownerId: string, bytes: number): Promise<void> {
    const room = this.room.get(ownerId) ?? { count: 0, bytes: 0 };
    let left: TextAmount = { count: room.count - 1, bytes: room.bytes - bytes };
    if (left.count < 0 || left.bytes < 0) {
      left = this.roomBeside(await total(manager, ownerId));
      if (left.count < 0 || left.bytes < 0) left = await this.forgetOldest(manager, ownerId);
    }
    // A unit of work that is rolled back after this has added nothing: there is more room then, not less.
    this.room.set(ownerId, left);
  }

  private async forgetOldest(manager: EntityManager, ownerId: string): Promise<TextAmount> {
    const texts = await ofPerson(manager, ownerId)
      .select('text.queryId', 'queryId')
      .addSelect('text.version', 'version')
      .addSelect('OCTET_LENGTH(text.sql)', 'bytes')
      .orderBy('text.replacedAt', 'DESC')
      .addOrderBy('text.version', 'DESC')
      .getRawMany<FormerText>();
    const { count, bytes } = this.bound;
    const most = { count: Math.floor(count * KEPT_SHARE), bytes: Math.floor(bytes * KEPT_SHARE) };
    const kept = fittingCount(
      texts.map((text) => text.bytes),
      most,
    );
    await forget(manager, texts.slice(kept));
    return this.roomBeside(amountOf(texts.slice(0, kept)));
  }

  private roomBeside({ count, bytes }: TextAmount): TextAmount {
    return { count: this.bound.count - count, bytes: this.bound.bytes - bytes };
  }

  private get bound(): TextAmount {
    return { count: FORMER_TEXT_COUNTS.versions, bytes: this.budget.mostBytes };
  }
}

function ofPerson(manager: EntityManager, ownerId: string): SelectQueryBuilder<SavedQueryVersionRecord> {
  return manager
    .createQueryBuilder(SavedQueryVersionRecord, 'text')
    .innerJoin(SavedQueryRecord, 'query', 'query.id = text.queryId')
    .where('query.ownerId = :ownerId', { ownerId });
}

async function total(manager: EntityManager, ownerId: string): Promise<TextAmount> {
  const sums = await ofPerson(manager, ownerId)
    .select('COUNT(*)', 'count')
    .addSelect('COALESCE(SUM(OCTET_LENGTH(text.sql)), 0)', 'bytes')
    .getRawOne<Record<keyof TextAmount, number | string>>();
  return { count: Number(sums?.count ?? 0), bytes: Number(sums?.bytes ?? 0) };
}

function amountOf(texts: readonly FormerText[]): TextAmount {
  return { count: texts.length, bytes: texts.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function forget(
  manager: EntityManager,
  texts: readonly Pick<FormerText, 'queryId' | 'version'>[],
): Promise<void> {
  for (const { queryId, version } of texts) await manager.delete(SavedQueryVersionRecord, { queryId, version });
}

async function excerpt(manager: EntityManager, queryId: string, version: number): Promise<SavedQueryVersion[]> {
  const found = await manager
    .createQueryBuilder(SavedQueryVersionRecord, 'text')
    .select(`SUBSTR(text.sql, 1, ${EXCERPT_CHARS})`, 'part')
    .addSelect('OCTET_LENGTH(text.sql)', 'bytes')
    .addSelect('text.replacedAt', 'replacedAt')
    .where({ queryId, version })
    .getRawOne<{ part: string; bytes: number; replacedAt: string }>();
  if (found === undefined) return [];
  const sql = found.part.slice(0, EXCERPT_CHARS);
  // By bytes: SQLite cuts a text at U+0000.
  const isCut = found.bytes > Buffer.byteLength(sql);
  return [{ version, sql, sql_truncated: isCut, replaced_at: found.replacedAt }];
}
