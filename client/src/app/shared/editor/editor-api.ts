import { inject, Service } from '@angular/core';
import type {
  CompletionCatalog,
  CompletionValues,
  FormatAnswer,
  FormatRequest,
  LintAnswer,
  LintRequest,
  WritesAnswer,
  WritesRequest,
} from '#libs/api';
import type { ValuePlace } from '#libs/sql';
import { ApiClient } from '../http/api-client';

/** The editor's endpoints, typed. Each call rejects with an ApiProblem. */
@Service()
export class EditorApi {
  private readonly client = inject(ApiClient);

  /** Everything that an editor completes with on a connection. */
  completion(connectionId: string): Promise<CompletionCatalog> {
    return this.client.get('/api/studio/completion', { query: { connection_id: connectionId } });
  }

  /** The values that can stand at a place of a text. */
  completionValues(
    connectionId: string,
    { schema, table, column, prefix }: ValuePlace,
    stop: AbortSignal,
  ): Promise<CompletionValues> {
    const query = { connection_id: connectionId, schema, table, column, prefix };
    return this.client.get('/api/studio/completion-values', { query, stop });
  }

  /** Lays a text out. */
  format(request: FormatRequest): Promise<FormatAnswer> {
    return this.client.post('/api/studio/format', { body: request });
  }

  /** Reads a text with the database's grammar. */
  lint(request: LintRequest, stop: AbortSignal): Promise<LintAnswer> {
    return this.client.post('/api/studio/lint', { body: request, stop });
  }

  /** Says whether a text writes, by the judgement of the engine. */
  writes(request: WritesRequest, stop: AbortSignal): Promise<WritesAnswer> {
    return this.client.post('/api/studio/writes', { body: request, stop });
  }
}
