import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { hasScope, reaches } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ChangeSetDetails, StatementItem } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import { ConnectFailure, ConnectionAccess, ConnectionsQueries, problemOfConnectFailure } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import { ReviewedWrites, WriteCheck } from '../studio/index.js';
import type { MadeChangeSet } from '../studio/index.js';
import { ChangesService } from './changes.service.js';
import { StatementObstacles } from './work/statement-obstacles.js';

/** Makes drafts of what an engine refused to write, because the writes of its connection are reviewed. */
@Injectable()
export class RefusedWrites implements OnModuleInit {
  constructor(
    private readonly reviewed: ReviewedWrites,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly obstacles: StatementObstacles,
    private readonly checks: WriteCheck,
    private readonly changes: ChangesService,
  ) {}

  onModuleInit(): void {
    this.reviewed.use((actor, connectionId, statements) => this.make(actor, connectionId, statements));
  }

  /** A draft of the statements; of the first one alone where another one cannot be part of a change set. */
  async make(actor: Actor, connectionId: string, statements: readonly StatementItem[]): Promise<MadeChangeSet> {
    if (!this.mayMake(actor, connectionId)) return { kind: 'refused', reason: 'You may only read here.' };
    try {
      const { capabilities, engine } = this.connections.get(actor, connectionId);
      if (!capabilities.change_sets)
        return { kind: 'refused', reason: `${engine.label} does not support change sets.` };
      const items = await this.possible(actor, connectionId, statements);
      if (items.length === 0) return { kind: 'none' };
      return made(await this.changes.create(actor, { connection_id: connectionId, items }), items.length);
    } catch (error) {
      if (error instanceof Problem) return { kind: 'refused', reason: error.message };
      throw error;
    }
  }

  private mayMake(actor: Actor, connectionId: string): boolean {
    const mayAsk = hasScope(actor.scopes, 'write') || hasScope(actor.scopes, 'changes');
    return mayAsk && reaches(this.access.levelOf(actor, connectionId), 'write');
  }

  private async possible(
    actor: Actor,
    connectionId: string,
    statements: readonly StatementItem[],
  ): Promise<StatementItem[]> {
    const { dialect } = await this.connections.connector(actor, connectionId);
    if (dialectOf(dialect).writes.shownBy !== 'parser') return this.writing(actor, connectionId, statements);
    const isRefused = await this.obstacles.refuse(statements, dialect).then(
      () => false,
      (error: unknown) => isObstacle(error),
    );
    if (!isRefused) return [...statements];
    const first = statements.slice(0, 1);
    await this.obstacles.refuse(first, dialect);
    return first;
  }

  /**
   * Without what only reads or opens and ends transactions, by the judgement of the engine; none where the first one only
   * reads: then its error has the words of a refused write, and is another one.
   */
  private async writing(
    actor: Actor,
    connectionId: string,
    statements: readonly StatementItem[],
  ): Promise<StatementItem[]> {
    const texts = statements.map(({ sql }) => sql);
    const found = await this.checks.ofStatements(actor, connectionId, texts).catch(asProblem);
    return found[0]?.verdict === 'reads' ? [] : statements.filter((_, place) => found[place]?.verdict !== 'reads');
  }
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}

function isObstacle(error: unknown): boolean {
  if (error instanceof Problem) return true;
  throw error;
}

function made({ id, title }: ChangeSetDetails, statementCount: number): MadeChangeSet {
  return { kind: 'made', id, title, statementCount };
}
