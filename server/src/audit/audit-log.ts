import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CHAIN_BEGIN, chainEntry, recordable } from '#libs/audit';
import type { ChainHead, PerformedAction } from '#libs/audit';
import { insertRows } from '../platform/index.js';
import { AuditRecord } from './audit-entry.entity.js';
import { AUDIT_COLUMNS, valuesOf } from './audit-row.js';
import { sha256 } from './sha256.js';

/** A fact and when it became one (ISO 8601 in UTC). */
export interface DatedFact {
  readonly at: string;
  readonly fact: PerformedAction;
}

/** The chain of entries in the state database. */
@Injectable()
export class AuditLog {
  /**
   * Adds entries at the end of the chain, in a transaction of the caller: only one of those runs at a time (`State`), so
   * that no other process adds between reading the head and writing behind it. Resolves with the new end of the chain.
   */
  async append(manager: EntityManager, facts: readonly DatedFact[]): Promise<ChainHead> {
    let head = await this.head(manager);
    const rows = facts.map((dated) => {
      const entry = chainEntry(head, wireOf(dated), sha256);
      head = entry;
      return valuesOf(entry);
    });
    await insertRows(manager, 'audit_entry', AUDIT_COLUMNS, rows);
    return head;
  }

  /** Whether the chain holds that entry; its hash stands for all entries before it, too. */
  holds(manager: EntityManager, { sequence, hash }: ChainHead): Promise<boolean> {
    return manager.existsBy(AuditRecord, { sequence, hash });
  }

  /** The last entry's place and hash, as the transaction of `manager` sees it. */
  async head(manager: EntityManager): Promise<ChainHead> {
    const [last] = await manager.query<ChainHead[]>(
      'SELECT sequence, hash FROM audit_entry ORDER BY sequence DESC LIMIT 1',
    );
    return last ?? CHAIN_BEGIN;
  }
}

function wireOf({ at, fact }: DatedFact) {
  const { action, outcome, actor, object, details } = recordable(fact);
  const who = actor && { kind: actor.kind, user_id: actor.userId, name: actor.name, token_id: actor.tokenId };
  return { at, action, outcome, actor: who, object, details };
}
