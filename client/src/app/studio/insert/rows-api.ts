import { inject, Service } from '@angular/core';
import type { InsertedRow, RowInput } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The endpoint of new rows, typed. Each call rejects with an ApiProblem. */
@Service()
export class RowsApi {
  private readonly client = inject(ApiClient);

  /** Adds a row; answers with it as the database has it. */
  insert(input: RowInput): Promise<InsertedRow> {
    return this.client.post('/api/studio/rows', { body: input });
  }
}
