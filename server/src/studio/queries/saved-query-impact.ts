import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { FindOptionsWhere } from 'typeorm';
import type { Actor } from '#libs/access';
import type { ImpactItem } from '#libs/impact';
import { ImpactSources, StoredTexts } from '../../impact/index.js';
import type { ImpactQuestion, StoredText } from '../../impact/index.js';
import { State } from '../../platform/index.js';
import { SavedQueryRecord } from './saved-query.entity.js';

/** Reports which saved queries name what a change of the schema has changed. */
@Injectable()
export class SavedQueryImpact implements OnModuleInit {
  constructor(
    private readonly sources: ImpactSources,
    private readonly texts: StoredTexts,
    private readonly state: State,
  ) {}

  onModuleInit(): void {
    this.sources.add((actor, question) => this.find(actor, question));
  }

  /** Those of `actor` and those that others share. */
  private async find(actor: Actor, { connectionId, changes }: ImpactQuestion): Promise<ImpactItem[]> {
    const listed = { connectionId, removedAt: IsNull() };
    const where = [
      { ...listed, ownerId: actor.userId },
      { ...listed, shared: true },
    ];
    return this.texts.impact(changes, {
      ...{ kind: 'query', many: 'saved queries' },
      stored: await this.sizes(where),
      read: async (ids) => {
        const some = where.map((one) => ({ ...one, id: In([...ids]) }));
        const found = await this.state.manager.find(SavedQueryRecord, { select: { id: true, sql: true }, where: some });
        return new Map(found.map(({ id, sql }) => [id, sql]));
      },
    });
  }

  private sizes(where: FindOptionsWhere<SavedQueryRecord>[]): Promise<StoredText[]> {
    return this.state.manager
      .createQueryBuilder(SavedQueryRecord, 'query')
      .select('query.id', 'id')
      .addSelect('query.name', 'name')
      .addSelect('OCTET_LENGTH(query.sql)', 'bytes')
      .where(where)
      .orderBy('query.nameKey')
      .addOrderBy('query.id')
      .getRawMany<StoredText>();
  }
}
