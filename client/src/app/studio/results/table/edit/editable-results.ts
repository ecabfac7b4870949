import { inject, Service, signal } from '@angular/core';
import type { EditableTable, NotEditable } from '#libs/api';
import { ApiProblem } from '../../../../shared/http/api-problem';
import { ResultsApi } from '../../results-api';

/** The table whose rows can be edited in a result, or why none can. */
export type ResultEditability = EditableTable | NotEditable;

/** Results that are remembered. */
const MOST_KNOWN = 50;

/** Which results can be edited. The server is queried on demand, once for each result. */
@Service()
export class EditableResults {
  private readonly api = inject(ResultsApi);
  private readonly known = signal<ReadonlyMap<string, ResultEditability>>(new Map());
  private readonly requests = new Map<string, Promise<ResultEditability>>();

  /** What the server answered for a statement's result; null before that. */
  of(runId: string, statement: number): ResultEditability | null {
    return this.known().get(keyOf(runId, statement)) ?? null;
  }

  /** Queries a statement's result. A failure is a reason that is not kept. */
  ask(runId: string, statement: number): Promise<ResultEditability> {
    const key = keyOf(runId, statement);
    const known = this.known().get(key);
    if (known) return Promise.resolve(known);
    const answer = this.requests.get(key) ?? this.read(runId, statement, key);
    this.requests.set(key, answer);
    return answer;
  }

  private async read(runId: string, statement: number, key: string): Promise<ResultEditability> {
    try {
      const { editable } = await this.api.editability(runId, statement);
      this.known.update((known) => new Map([...[...known].slice(-MOST_KNOWN), [key, editable]]));
      return editable;
    } catch (error) {
      return { reason: ApiProblem.from(error).detail };
    } finally {
      this.requests.delete(key);
    }
  }
}

/** Whether rows of a result can be edited. */
export function isEditable(editability: ResultEditability | null): editability is EditableTable {
  return editability !== null && !('reason' in editability);
}

function keyOf(runId: string, statement: number): string {
  return `${runId} ${statement}`;
}
