import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Actor } from '#libs/access';
import { textImpact } from '#libs/impact';
import type { ImpactItem } from '#libs/impact';
import { ImpactSources } from '../../impact/index.js';
import type { ImpactQuestion } from '../../impact/index.js';
import { State } from '../../platform/index.js';
import { SavedQueryRecord } from './saved-query.entity.js';

/** Reports which saved queries name what a change of the schema has changed. */
@Injectable()
export class SavedQueryImpact implements OnModuleInit {
  constructor(
    private readonly sources: ImpactSources,
    private readonly state: State,
  ) {}

  onModuleInit(): void {
    this.sources.add((actor, question) => this.find(actor, question));
  }

  /** Those of `actor` and those that others share. */
  private async find(actor: Actor, { connectionId, changes }: ImpactQuestion): Promise<ImpactItem[]> {
    const listed = { connectionId, removedAt: IsNull() };
    const records = await this.state.manager.find(SavedQueryRecord, {
      select: { id: true, name: true, sql: true },
      where: [
        { ...listed, ownerId: actor.userId },
        { ...listed, shared: true },
      ],
      order: { nameKey: 'ASC', id: 'ASC' },
    });
    return textImpact(
      changes,
      records.map(({ id, name, sql }) => ({ kind: 'query', id, name, sql })),
    );
  }
}
