import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { PIPELINE_DIALECT } from '#libs/dialects';
import type { PipelineInput, PipelineStep } from '#libs/pipelines';
import { parametersRefused } from '#libs/sql';
import { ConnectionsQueries } from '../connections/index.js';
import { TextThreads } from '../platform/index.js';

/** Finds the parameters of a pipeline's SQL, for which no run has values. */
@Injectable()
export class PipelineParameters {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly threads: TextThreads,
  ) {}

  /** Why a part cannot run; null where it has no parameters, or its connection cannot be opened. */
  async refusal(actor: Actor, part: PipelineInput | PipelineStep): Promise<string | null> {
    if ('kind' in part && part.kind !== 'query') return null;
    const dialect = 'kind' in part ? await this.dialectOf(actor, part.connection_id) : PIPELINE_DIALECT;
    if (dialect === null) return null;
    const { names } = await this.threads.run('textParameters', part.sql, dialect);
    return names.length === 0 ? null : parametersRefused('Pipelines', names);
  }

  private async dialectOf(actor: Actor, connectionId: string | null) {
    if (connectionId === null) return null;
    const connector = await this.connections.connector(actor, connectionId).catch(() => null);
    return connector?.dialect ?? null;
  }
}
