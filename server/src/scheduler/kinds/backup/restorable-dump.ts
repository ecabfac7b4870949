import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/** What begins the entry of a dump: `-- Name: a; Type: TABLE; Schema: public; Owner: b`. */
const ENTRY = /^-- (?:Data for )?Name: (.*); Type: ([A-Z ]+); Schema: [^;]*; Owner: /;
/** Entries that do not belong into a database made for a proof. */
const LEFT_OUT = new Set(['SUBSCRIPTION', 'ACL', 'DEFAULT ACL']);
const OF_SUBSCRIPTION = 'SUBSCRIPTION ';
const OWNER = /^ALTER .+ OWNER TO .+;$/;
const COPY = /^COPY .+ FROM stdin;$/;
/** What a dump sets for the entries behind it, its comments, and the commands of `psql`. */
const KEPT_IN_ENTRY = /^(?:SET default_|--|\\)/;
/** What clients from 17 on set at the beginning of each dump, and servers before 17 refuse. */
const TRANSACTION_TIMEOUT = 'SET transaction_timeout = 0;';
const TRANSACTION_TIMEOUT_SINCE = 17;
const NEWLINE = 10;
const END_OF_ROWS = Buffer.from('\n\\.\n');
/** A longer line is no statement about owners, and no comment of a dump. */
const MOST_LINE_BYTES = 65_536;

/** Whether a server takes the dumps of a client as they are. */
export function isUnderstood(serverMajor: number, clientMajor: number): boolean {
  return serverMajor >= TRANSACTION_TIMEOUT_SINCE || clientMajor < TRANSACTION_TIMEOUT_SINCE;
}

/**
 * Turns a plain dump into one that a role restores without owning anything in it, as `pg_restore` does with `--no-owner`,
 * `--no-privileges` and `--no-subscriptions`, and a server of `serverMajor` understands. Rows pass as they are. A text in a function that reads like a statement
 * of a dump may be lost, so the result is for a comparison of catalogs, not for people.
 */
export class RestorableDump extends Transform {
  #rest: Buffer = Buffer.alloc(0);
  #areRows = false;
  #isLeftOut = false;
  #isBeginning = true;

  constructor(private readonly serverMajor: number) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#areRows ? this.#takeRows() : this.#takeLine());
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#rest.length > 0) this.push(this.#rest);
    done();
  }

  /** Passes rows on up to their end; false where more of them are to come. */
  #takeRows(): boolean {
    const at = this.#rest.indexOf(END_OF_ROWS);
    const end = at === -1 ? this.#rest.length - END_OF_ROWS.length + 1 : at + END_OF_ROWS.length;
    this.#areRows = at === -1;
    if (end > 0) this.#pass(end);
    return at !== -1;
  }

  /** False where no line is complete. */
  #takeLine(): boolean {
    const end = this.#rest.indexOf(NEWLINE);
    if (end === -1) return false;
    const line = end > MOST_LINE_BYTES ? '' : this.#rest.toString('latin1', 0, end);
    const entry = ENTRY.exec(line);
    if (entry !== null) this.#isBeginning = false;
    if (entry !== null) this.#isLeftOut = LEFT_OUT.has(entry[2] ?? '') || (entry[1] ?? '').startsWith(OF_SUBSCRIPTION);
    const isDropped = this.#isDropped(line);
    this.#areRows = !isDropped && COPY.test(line);
    if (isDropped) this.#rest = this.#rest.subarray(end + 1);
    // The end of rows is found by the line break before it.
    else this.#pass(this.#areRows ? end : end + 1);
    return true;
  }

  #isDropped(line: string): boolean {
    if (this.#isBeginning) return line === TRANSACTION_TIMEOUT && this.serverMajor < TRANSACTION_TIMEOUT_SINCE;
    return OWNER.test(line) || (this.#isLeftOut && !KEPT_IN_ENTRY.test(line));
  }

  #pass(end: number): void {
    this.push(this.#rest.subarray(0, end));
    this.#rest = this.#rest.subarray(end);
  }
}
