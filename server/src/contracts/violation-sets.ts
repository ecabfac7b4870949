import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { ContractViolation, ViolationList, ViolationSet } from '#libs/api';
import type { Violation } from '#libs/contracts';
import { firstBySize } from '#libs/lists';
import { insertRows, listPage, readPlace, State } from '../platform/index.js';
import type { ListPageDto } from '../platform/index.js';
import { ViolationRecord, ViolationSetRecord } from './contract.entity.js';

/** Of sets that are answered with their violations. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Of the summary of a set that is answered without them. */
const SHORT_SUMMARY = 300;
const COLUMNS = ['violation_id', 'place', 'since', 'item_count', 'summary', 'items'];

/** What was broken from one evaluation on, as it is kept. */
type KeptSet = Pick<ViolationSet, 'since' | 'summary' | 'items'>;

/** A violation without what was broken. */
type Head = Pick<ViolationRecord, 'id' | 'openedAt' | 'changedAt' | 'resolvedAt' | 'summary'> & {
  readonly bytes: number;
  /** Of sets that an earlier version kept in the record. */
  readonly oldBytes: number;
};

/** A set without what was broken. */
type Line = Pick<ViolationSetRecord, 'violationId' | 'place' | 'since' | 'summary' | 'itemCount'> & {
  readonly bytes: number;
};

/** Keeps each set of violations in a row of its own: a change costs what is new, however long a violation lasts. */
@Injectable()
export class ViolationSets {
  constructor(private readonly state: State) {}

  /** Adds the newest set of a violation; those that an earlier version kept in its record are moved first. */
  async add(manager: EntityManager, violationId: string, set: KeptSet): Promise<void> {
    const count = await manager.countBy(ViolationSetRecord, { violationId });
    const moved = count > 0 ? [] : await this.setsInRecord(manager, violationId);
    await this.insert(manager, violationId, [...moved, set], count);
    if (moved.length > 0) await manager.update(ViolationRecord, { id: violationId }, { sets: [] });
  }

  /** The first set of a violation that is new. */
  begin(manager: EntityManager, violationId: string, set: KeptSet): Promise<void> {
    return this.insert(manager, violationId, [set], 0);
  }

  /** A page of the violations of a connection, newest first, each with its sets. */
  async page(connectionId: string, { limit, cursor }: ListPageDto): Promise<ViolationList> {
    const query = this.heads(connectionId).limit(limit + 1);
    if (cursor !== undefined) query.andWhere('(v.openedAt, v.id) < (:at, :place)', placeIn(cursor));
    const found = await query.getRawMany<Head>();
    const { page, nextCursor } = listPage(found, limit, ({ openedAt: at, id }) => ({ at, id }));
    return { violations: await this.withSets(page), next_cursor: nextCursor };
  }

  /** One violation with its sets; null where it is gone. */
  async find(connectionId: string, id: string): Promise<ContractViolation | null> {
    const heads = await this.heads(connectionId).andWhere('v.id = :id', { id }).getRawMany<Head>();
    const [violation = null] = await this.withSets(heads);
    return violation;
  }

  private async withSets(heads: readonly Head[]): Promise<ContractViolation[]> {
    const lines = await this.lines(heads.map((head) => head.id));
    const wanted = heads.flatMap((head) => [
      { bytes: head.bytes + head.oldBytes, head, place: -1 },
      ...earlierOf(head, lines),
    ]);
    const places = new Map<Head, number[]>(heads.map((head) => [head, []]));
    for (const { head, place } of firstBySize(wanted, MOST_BYTES)) places.get(head)?.push(place);
    const found: ContractViolation[] = [];
    for (const [head, own] of places) found.push(await this.violation(head, lines.get(head.id) ?? [], own));
    return found;
  }

  /** `places` are those of the sets to answer with what was broken; -1 is the last one, which the record has as well. */
  private async violation(head: Head, lines: readonly Line[], places: readonly number[]): Promise<ContractViolation> {
    const isFull = places.includes(-1);
    const last = isFull ? await this.lastSet(head) : { summary: head.summary, items: [] };
    const full = places.length < 2 ? [] : await this.setsAt(head, places);
    const items = new Map<number, KeptSet>(full.map((set) => [set.place, set]));
    const sets = lines.map(({ place, since, summary, itemCount }, index): ViolationSet => {
      const { summary: text, items: broken } =
        index === lines.length - 1 ? last : (items.get(place) ?? { summary, items: [] });
      return { since, summary: text, items: broken, item_count: itemCount };
    });
    return {
      ...{ id: head.id, state: head.resolvedAt === null ? 'open' : 'resolved' },
      ...{ opened_at: head.openedAt, changed_at: head.changedAt, resolved_at: head.resolvedAt, ...last },
      sets: sets.length > 0 ? sets : await this.oldSets(head, isFull),
    };
  }

  private async lastSet({ id }: Head): Promise<{ summary: string; items: Violation[] }> {
    const select = { id: true, summary: true, items: true } as const;
    const { summary, items } = await this.state.manager.findOneOrFail(ViolationRecord, { where: { id }, select });
    return { summary, items };
  }

  private setsAt({ id: violationId }: Head, places: readonly number[]): Promise<ViolationSetRecord[]> {
    return this.state.manager.findBy(ViolationSetRecord, { violationId, place: In([...places]) });
  }

  /** What a record of an earlier version has, one record at a time; where that is too much to answer, counted. */
  private async oldSets({ id }: Head, isFull: boolean): Promise<ViolationSet[]> {
    const sets = await this.setsInRecord(this.state.manager, id);
    return sets.map(({ since, summary, items }) => {
      const shown = isFull ? { summary, items } : { summary: summary.slice(0, SHORT_SUMMARY), items: [] };
      return { since, ...shown, item_count: items.length };
    });
  }

  /** Of a violation from before sets were kept, the last one is known. */
  private async setsInRecord(manager: EntityManager, id: string): Promise<KeptSet[]> {
    const select = { id: true, changedAt: true, summary: true, items: true, sets: true } as const;
    const record = await manager.findOneOrFail(ViolationRecord, { where: { id }, select });
    const { sets = [], changedAt: since, summary, items } = record;
    return sets.length > 0 ? sets : [{ since, summary, items }];
  }

  private async insert(manager: EntityManager, id: string, sets: readonly KeptSet[], start: number): Promise<void> {
    const rows = sets.map(({ since, summary, items }, index) => [
      ...[id, start + index, since, items.length, summary, JSON.stringify(items)],
    ]);
    await insertRows(manager, 'contract_violation_set', COLUMNS, rows);
  }

  private heads(connectionId: string): SelectQueryBuilder<ViolationRecord> {
    return this.state.manager
      .createQueryBuilder(ViolationRecord, 'v')
      .select(['v.id AS "id"', 'v.openedAt AS "openedAt"', 'v.changedAt AS "changedAt"'])
      .addSelect('v.resolvedAt', 'resolvedAt')
      .addSelect(`SUBSTR(v.summary, 1, ${SHORT_SUMMARY})`, 'summary')
      .addSelect('OCTET_LENGTH(v.items) + OCTET_LENGTH(v.summary)', 'bytes')
      .addSelect('OCTET_LENGTH(v.sets)', 'oldBytes')
      .where('v.connectionId = :connectionId', { connectionId })
      .orderBy('v.openedAt', 'DESC')
      .addOrderBy('v.id', 'DESC');
  }

  private async lines(ids: readonly string[]): Promise<Map<string, Line[]>> {
    const found = new Map<string, Line[]>(ids.map((id) => [id, []]));
    if (ids.length === 0) return found;
    const lines = await this.state.manager
      .createQueryBuilder(ViolationSetRecord, 's')
      .select(['s.violationId AS "violationId"', 's.place AS "place"', 's.since AS "since"'])
      .addSelect('s.itemCount', 'itemCount')
      .addSelect(`SUBSTR(s.summary, 1, ${SHORT_SUMMARY})`, 'summary')
      .addSelect('OCTET_LENGTH(s.items) + OCTET_LENGTH(s.summary)', 'bytes')
      .where('s.violationId IN (:...ids)', { ids })
      .orderBy('s.place')
      .getRawMany<Line>();
    for (const line of lines) found.get(line.violationId)?.push(line);
    return found;
  }
}

function placeIn(cursor: string): { at: string; place: string } {
  const { at, id } = readPlace(cursor);
  return { at, place: id };
}

/** The sets of a violation but for the last, newest first. */
function earlierOf(
  head: Head,
  lines: ReadonlyMap<string, readonly Line[]>,
): { bytes: number; head: Head; place: number }[] {
  const earlier = (lines.get(head.id) ?? []).slice(0, -1).reverse();
  return earlier.map(({ bytes, place }) => ({ bytes, head, place }));
}
