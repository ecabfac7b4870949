import { lacksCatalog } from '#libs/sessions';
import { asError } from './as-error.js';
import type { ServerMessage } from '../statement-error.js';
import type { WorkbenchClient } from './workbench-client.js';

/**
 * Whether the database has what keeps state for as long as its backend lives, which `DISCARD ALL` does not clear: named
 * connections of dblink, variables of pg_variables, global variables of procedural languages (`%_SHARED`, `GD`).
 */
export const KEEPS_STATE_SQL = `
  SELECT WHERE EXISTS (SELECT FROM pg_catalog.pg_language
                  WHERE lanname OPERATOR(pg_catalog.<>) ALL ('{internal,c,sql,plpgsql}'::pg_catalog.name[]))
      OR EXISTS (SELECT FROM pg_catalog.pg_proc
                  WHERE proname OPERATOR(pg_catalog.=) ANY ('{dblink_connect,dblink_connect_u,pgv_set}'::pg_catalog.name[]))`;

/** How long an answer is trusted, in milliseconds: another program may install an extension. */
const TRUSTED_MS = 1_000;

/**
 * Whether sessions of one database may leave state behind that no statement clears: their lines end with them. It is asked
 * once in a while, over lines that are being reset anyway.
 */
export class KeptState {
  #answer: { readonly keeps: boolean; readonly atMs: number } | null = null;
  /** Grows with every statement that may change the answer, so that an older answer is not taken for a new one. */
  #changes = 0;

  constructor(private readonly now: () => number) {}

  /** The answer; null where it has to be asked for. */
  get known(): boolean | null {
    if (this.#answer === null) return null;
    const ageMs = this.now() - this.#answer.atMs;
    return ageMs >= 0 && ageMs < TRUSTED_MS ? this.#answer.keeps : null;
  }

  /** Takes note of a statement that may have changed the answer. */
  forget(): void {
    this.#changes += 1;
    this.#answer = null;
  }

  /** The answer, asked for over this line where it is not known. */
  async ask(client: WorkbenchClient): Promise<boolean> {
    return this.known ?? (await this.#read(client));
  }

  async #read(client: WorkbenchClient): Promise<boolean> {
    const changes = this.#changes;
    const atMs = this.now();
    const keeps = await keepsState(client);
    if (changes === this.#changes) this.#answer = { keeps, atMs };
    return keeps;
  }
}

async function keepsState(client: WorkbenchClient): Promise<boolean> {
  try {
    // Rows are counted, not read: a line of a reader hands its rows to no one here.
    const { rowCount } = await client.query(KEEPS_STATE_SQL);
    return rowCount !== 0;
  } catch (error) {
    const { code, severity }: ServerMessage = asError(error);
    if (severity === undefined) throw error;
    return !lacksCatalog(code ?? null);
  }
}
