import { inject, Service, signal } from '@angular/core';
import type { Connection, SchemaObject, TableDetails } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { connectionDialect } from '../../shared/connections/connection-dialect';
import { SchemaApi } from './schema-api';

/** A table or another object whose definition is looked at. */
export interface DefinitionTarget {
  readonly connection: Connection;
  /** Null where it belongs to no schema. */
  readonly schema: string | null;
  readonly name: string;
  /** Null for a table. */
  readonly object: SchemaObject | null;
}

/** What is known of it: nothing yet, everything, or why it could not be read. Only tables have `details`. */
export type Definition =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly details: TableDetails | null; readonly ddl: string }
  | { readonly state: 'failed'; readonly problem: ApiProblem };

/** The table or object that the definition panel shows, read when it is opened and whenever it is asked for again. */
@Service()
export class DefinitionStore {
  private readonly api = inject(SchemaApi);
  private readonly shown = signal<DefinitionTarget | null>(null);
  private readonly known = signal<Definition>({ state: 'loading' });
  private asked = 0;

  readonly target = this.shown.asReadonly();
  readonly definition = this.known.asReadonly();

  /** Opens the panel at a table or object. */
  async show(target: DefinitionTarget): Promise<void> {
    this.shown.set(target);
    this.known.set({ state: 'loading' });
    this.asked += 1;
    const asked = this.asked;
    const found = await this.read(target);
    if (asked === this.asked) this.known.set(found);
  }

  /** Reads what is shown again. */
  again(): void {
    const target = this.shown();
    if (target) void this.show(target);
  }

  /** Closes the panel. */
  close(): void {
    this.asked += 1;
    this.shown.set(null);
  }

  private async read({ connection, schema, name, object }: DefinitionTarget): Promise<Definition> {
    try {
      if (object !== null) {
        return { state: 'ready', details: null, ddl: await this.api.objectDefinition(connection.id, object) };
      }
      const [details, { tableDdl }] = await Promise.all([
        this.api.tableDetails(connection.id, schema ?? '', name, true),
        import('#libs/ddl'),
      ]);
      return { state: 'ready', details, ddl: tableDdl(details, connectionDialect(connection)) };
    } catch (error) {
      return { state: 'failed', problem: ApiProblem.from(error) };
    }
  }
}
