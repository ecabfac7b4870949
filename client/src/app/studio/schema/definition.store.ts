import { inject, Service, signal } from '@angular/core';
import type { Connection, TableDetails } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { connectionDialect } from '../../shared/connections/connection-dialect';
import { SchemaApi } from './schema-api';

/** A table whose definition is looked at. */
export interface DefinitionTarget {
  readonly connection: Connection;
  readonly schema: string;
  readonly table: string;
}

/** What is known of it: nothing yet, everything, or why it could not be read. */
export type Definition =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly details: TableDetails; readonly ddl: string }
  | { readonly state: 'failed'; readonly problem: ApiProblem };

/** The table that the definition panel shows, read when it is opened and whenever it is asked for again. */
@Service()
export class DefinitionStore {
  private readonly api = inject(SchemaApi);
  private readonly shown = signal<DefinitionTarget | null>(null);
  private readonly known = signal<Definition>({ state: 'loading' });
  private asked = 0;

  readonly target = this.shown.asReadonly();
  readonly definition = this.known.asReadonly();

  /** Opens the panel at a table. */
  async show(target: DefinitionTarget): Promise<void> {
    this.shown.set(target);
    this.known.set({ state: 'loading' });
    this.asked += 1;
    const asked = this.asked;
    const found = await this.read(target);
    if (asked === this.asked) this.known.set(found);
  }

  /** Reads the shown table again. */
  again(): void {
    const target = this.shown();
    if (target) void this.show(target);
  }

  /** Closes the panel. */
  close(): void {
    this.asked += 1;
    this.shown.set(null);
  }

  private async read({ connection, schema, table }: DefinitionTarget): Promise<Definition> {
    try {
      const [details, { tableDdl }] = await Promise.all([
        this.api.tableDetails(connection.id, schema, table),
        import('#libs/ddl'),
      ]);
      return { state: 'ready', details, ddl: tableDdl(details, connectionDialect(connection)) };
    } catch (error) {
      return { state: 'failed', problem: ApiProblem.from(error) };
    }
  }
}
