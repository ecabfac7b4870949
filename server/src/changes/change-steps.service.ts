import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ChangeHash, ChangeSetDetails, ChangeSettlement } from '#libs/api';
import {
  inWritingOrder,
  inverseEdits,
  isFoundAgain,
  netEffects,
  nextState,
  proposalObstacle,
  settledItems,
  shownRows,
  tableKey,
} from '#libs/changes';
import type { RowEffect } from '#libs/changes';
import { shortened } from '#libs/markup';
import { ConnectionAccess } from '../connections/index.js';
import { Clock, Problem, State } from '../platform/index.js';
import { ChangeDesk, neededFor } from './change-desk.js';
import { ChangeNotes } from './change-notes.js';
import { personOf } from './change-person.js';
import { sizeText } from './change-size.js';
import { ChangesService } from './changes.service.js';
import { shownRehearsal } from './shown-data.js';
import { requireItems } from './storage/change-items.js';
import { ChangeRows } from './storage/change-rows.js';
import type { ChangeSetRecord } from './storage/change-set.entity.js';
import { SealedJson } from './storage/sealed-json.js';
import { ChangeRunner } from './work/change-runner.js';
import { rehearse } from './work/rehearse.js';
import type { Rehearsed } from './work/rehearse.js';
import { orTooLarge } from './work/row-budget.js';

/** Takes change sets from step to step, but for applying them. */
@Injectable()
export class ChangeSteps {
  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
    private readonly desk: ChangeDesk,
    private readonly changes: ChangesService,
    private readonly rows: ChangeRows,
    private readonly json: SealedJson,
    private readonly runner: ChangeRunner,
    private readonly notes: ChangeNotes,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a change set in a transaction that is rolled back, and keeps what it would do. Throws `change-set-not-found`,
   * `change-not-allowed`, and what `ChangeRunner.run` does.
   */
  async rehearse(actor: Actor, id: string): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'rehearse');
    const items = await this.desk.itemsOf(record);
    const { connectionId, hash } = record;
    const done = await orTooLarge(async () => {
      const needed = neededFor(actor, record);
      const order = { actor, connectionId, items, needed, hash, now: this.clock.isoNow() };
      const rehearsed = await rehearse(this.runner, order);
      await this.keepRehearsal(actor, record, rehearsed);
      return rehearsed;
    });
    return this.desk.details(actor, id, { hash, items, tables: done.tables });
  }

  /** Keeps a rehearsal with its rows; a conflict is a state of its own. Throws `changed-meanwhile`. */
  async keepRehearsal(
    actor: Actor,
    record: ChangeSetRecord,
    done: Rehearsed,
    more: Partial<ChangeSetRecord> = {},
  ): Promise<void> {
    const pieces = await this.rows.seal(shownRows(done.effect), done.varying);
    const rehearsal = await this.json.seal({ rehearsal: done.rehearsal, varying: [...done.varying] });
    const isConflicted = done.rehearsal.status === 'conflicted';
    const state = isConflicted ? (nextState(record.state, 'conflict') ?? record.state) : record.state;
    await this.state.transactionFor(actor, async (manager) => {
      await this.changes.update(manager, record, { state, ...more, rehearsal });
      await this.rows.replace(manager, record.id, 'rehearsed', pieces);
    });
  }

  /** Asks for an approval and shows the change set. Throws as `requestApproval` does. */
  async propose(actor: Actor, id: string, at: ChangeHash): Promise<ChangeSetDetails> {
    await this.requestApproval(actor, id, at);
    return this.desk.details(actor, id);
  }

  /**
   * Settles conflicts of the last rehearsal by other items; it is a draft again. Throws as `ChangesService.edit` does, and
   * `validation-failed` where an item has no conflict.
   */
  async settle(actor: Actor, id: string, { choices, version }: ChangeSettlement): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'edit');
    if (record.version !== version) throw new Problem('changed-meanwhile');
    requireItems(record);
    const conflicts = (await this.desk.rehearsalOf(record))?.rehearsal.conflicts ?? [];
    const chosen = new Map(choices.map(({ item, choice }) => [item, choice]));
    const items = settledItems(await this.desk.itemsOf(record), conflicts, chosen);
    if (items === null) throw new Problem('validation-failed', 'The last rehearsal found no conflict of this item.');
    return this.changes.edit(actor, id, { items, version });
  }

  /**
   * Asks for an approval. Throws `change-set-not-found`, `changed-meanwhile`, and `change-not-allowed`, also where the last
   * rehearsal did not succeed.
   */
  async requestApproval(actor: Actor, id: string, { hash }: ChangeHash): Promise<void> {
    const { record } = await this.desk.open(actor, id, 'propose');
    requireHash(record, hash);
    await this.desk.requireLane(actor, record.connectionId);
    const kept = await this.desk.rehearsalOf(record);
    const obstacle = proposalObstacle(shownRehearsal(actor, kept?.rehearsal ?? null));
    if (obstacle !== null) throw new Problem('change-not-allowed', obstacle);
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, record.connectionId, 'query');
      await this.changes.update(manager, record, { state: 'proposed', proposedAt: this.clock.isoNow() });
      this.notes.performed('change.propose', actor, record);
      const message = `${actor.name} requests approval: ${sizeText(record.counts)}.`;
      this.notes.announce('change.proposed', actor.name, record, message);
    });
  }

  /**
   * Approves what a rehearsal did, and only that. Throws `change-set-not-found`, `change-not-allowed`, and
   * `changed-meanwhile` for another hash than the one in force, or a rehearsal that is another one by now.
   */
  async approve(actor: Actor, id: string, { hash, effect_hash: effect }: ChangeHash): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'approve');
    requireHash(record, hash);
    const kept = await this.desk.rehearsalOf(record);
    const current = kept?.rehearsal.effect_hash ?? null;
    if (current === null) throw new Problem('change-not-allowed', 'Rehearse the change set first.');
    if (effect !== current)
      throw new Problem('changed-meanwhile', 'The change set was rehearsed again. Review what it does now.');
    // What is not shown any more was not reviewed.
    const isShown = kept?.rehearsal.row_count === 0 || (await this.rows.has(id, 'rehearsed'));
    if (!isShown)
      throw new Problem('change-not-allowed', 'The rows of the last rehearsal are not kept any more. Rehearse again.');
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, record.connectionId, 'approve');
      const decided = { decidedAt: this.clock.isoNow(), decidedBy: personOf(actor), decision: null };
      await this.changes.update(manager, record, { state: 'approved', approvedEffect: current, ...decided });
      this.notes.performed('change.approve', actor, record, { effect_hash: current });
    });
    return this.desk.details(actor, id);
  }

  /** Refuses a proposal, with a reason. Throws `change-set-not-found`, `change-not-allowed`, `changed-meanwhile`. */
  async refuse(actor: Actor, id: string, reason: string): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'refuse');
    // An author refuses what an agent proposed for them.
    const needed = record.authorId === actor.userId ? 'query' : 'approve';
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, record.connectionId, needed);
      const decided = { decidedAt: this.clock.isoNow(), decidedBy: personOf(actor), decision: reason };
      await this.changes.update(manager, record, { state: 'refused', approvedEffect: null, ...decided });
      this.notes.performed('change.refuse', actor, record);
      this.notes.announce('change.refused', actor.name, record, `${actor.name} refused it.`);
    });
    return this.desk.details(actor, id);
  }

  /**
   * Makes the draft that takes an applied change set back; it goes the same way as any other. Throws
   * `change-set-not-found`, `change-not-allowed`, and `change-refused` where its rows were not kept.
   */
  async undo(actor: Actor, id: string): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'undo');
    const { statements = [], row_count: count = 0 } = (await this.desk.rehearsalOf(record))?.rehearsal ?? {};
    const lost = new Set(statements.filter(({ can_undo: canUndo }) => canUndo !== true).map(({ item }) => item));
    const rows = (await this.rows.all(id, 'applied')).filter(({ item }) => !lost.has(item));
    if (rows.length === 0) throw nothingToUndo(lost.size === 0 && count === 0);
    const tables = await this.runner.describe(actor, record.connectionId, rows);
    const tableOf = (row: RowEffect) => tables.get(tableKey(row)) ?? { key: [], generated: [] };
    const details = [...tables.values()].map((table) => table.details);
    const net =
      statements.length === 0
        ? rows
        : inWritingOrder(
            netEffects(rows, (row) => tableOf(row).key),
            details,
          );
    const lostRow = net.find((row) => !isFoundAgain(row, tableOf(row).key));
    if (lostRow !== undefined) throw new Problem('change-refused', whyNotFound(tableOf(lostRow).key));
    const items = inverseEdits(net, tableOf);
    if (items.length === 0) throw nothingToUndo(true);
    const title = shortened(`Undo: ${record.title}`, 200);
    return this.changes.create(actor, { connection_id: record.connectionId, title, items }, id);
  }
}

/** What was looked at is what is decided. Throws `changed-meanwhile`. */
export function requireHash(record: ChangeSetRecord, hash: string): void {
  if (record.hash !== hash)
    throw new Problem('changed-meanwhile', 'The change set was changed since. Review it again.');
}

function nothingToUndo(isUnchanged: boolean): Problem {
  const why = isUnchanged
    ? 'This change set changed no rows, so there is nothing to undo.'
    : 'The former rows of this change set are not kept, so it cannot be undone.';
  return new Problem('change-refused', why);
}

function whyNotFound(key: readonly string[]): string {
  return key.length === 0
    ? 'The table has no key, so its rows cannot be found again. Add a primary key.'
    : `Some rows have no value in their key (${key.join(', ')}), so they cannot be found again.`;
}
