import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ChangeImpact } from '#libs/api';
import { inOrder } from '#libs/impact';
import { ImpactSources } from '../impact/index.js';
import { Problem, State } from '../platform/index.js';
import { CatalogSource } from './catalog-source.js';
import { SchemaChangeRecord } from './schema-change.entity.js';

/** Answers who relies on what a change has changed: views as they were found with it, all else as it is now. */
@Injectable()
export class ChangeImpactQueries {
  constructor(
    private readonly source: CatalogSource,
    private readonly sources: ImpactSources,
    private readonly state: State,
  ) {}

  /**
   * Everything that `actor` may see and that relies on what a change record lists. Throws `connection-not-found`,
   * `not-relational`, `change-not-found`.
   */
  async get(actor: Actor, connectionId: string, changeId: string): Promise<ChangeImpact> {
    this.source.relational(actor, connectionId);
    const record = await this.state.manager.findOneBy(SchemaChangeRecord, { id: changeId, connectionId });
    if (record === null) throw new Problem('change-not-found');
    const { changes, detectedAt: foundAt, views } = record;
    const found = await this.sources.find(actor, { connectionId, foundAt, changes });
    const items = inOrder([...found, ...views]);
    return { connection_id: connectionId, change_id: changeId, items };
  }
}
