import type { Cell, RowEdit } from '../../api/index.js';
import { tableKey } from '../change-items.js';
import { isDefault } from '../row-statements.js';

/** An edit with the whole row as it is before; null where the edit adds one. */
export interface HeldEdit {
  readonly edit: RowEdit;
  readonly row: Readonly<Record<string, Cell>> | null;
}

/** The columns of each unique key of a table. */
export type UniqueKeys = readonly (readonly string[])[];

/** A step of writing edits that take unique values of each other. */
export type ExchangeStep =
  | { readonly kind: 'edit'; readonly index: number }
  /** The row gets a value in between, so that another one can have its value of `key`. */
  | { readonly kind: 'vacate'; readonly index: number; readonly key: readonly string[] };

interface Claim {
  readonly key: readonly string[];
  readonly value: HeldValue;
}

/**
 * An order of edits in which each unique value is free before another row takes it. Where rows take values of each other in
 * a circle, one of them vacates its value first. Null where the edits can run as they are. Values are compared as texts,
 * without case, since a collation may ignore it.
 */
export function exchangeSteps(
  edits: readonly HeldEdit[],
  keysOf: (edit: RowEdit) => UniqueKeys,
): ExchangeStep[] | null {
  const claims = claimsOf(edits, keysOf);
  const steps = new Exchange(claims).steps;
  const isAsItIs = steps.every((step, place) => step.kind === 'edit' && step.index === place);
  return isAsItIs ? null : steps;
}

/** The values that each edit takes while another one's row holds them. */
function claimsOf(edits: readonly HeldEdit[], keysOf: (edit: RowEdit) => UniqueKeys): Claim[][] {
  const values = new Map<string, HeldValue>();
  const each = (use: (index: number, key: readonly string[], former: string | null, latter: string | null) => void) => {
    edits.forEach(({ edit, row }, index) => {
      for (const key of keysOf(edit)) {
        const id = `${tableKey(edit)} ${JSON.stringify(key)} `;
        const [former, latter] = [textOf(key, row), textOf(key, rowAfter(edit, row))];
        const placed = (text: string | null): string | null => (text === null ? null : id + text.toLowerCase());
        if (former !== latter) use(index, key, placed(former), placed(latter));
      }
    });
  };
  each((index, _, former) => {
    if (former === null) return;
    const value = values.get(former) ?? new HeldValue();
    values.set(former, value);
    value.hold(index);
  });
  const claims = edits.map((): Claim[] => []);
  each((index, key, _, latter) => {
    const value = latter === null ? undefined : values.get(latter);
    if (value !== undefined) claims[index]?.push({ key, value });
  });
  return claims;
}

/**
 * The rows that hold a value, which all that take it share: each of them gives it up once, however many take it. Several
 * rows hold one where case counts, and where a unique index has a condition.
 */
class HeldValue {
  private readonly holders: number[] = [];
  /** The holders before this place have given the value up. */
  private next = 0;

  /** A key that a table has twice counts once. */
  hold(index: number): void {
    if (this.holders.at(-1) !== index) this.holders.push(index);
  }

  /** A row other than `taker` that may still hold the value. */
  holderBeside(taker: number): number | null {
    const [first, second] = [this.holders[this.next], this.holders[this.next + 1]];
    if (first !== taker) return first ?? null;
    if (second === undefined) return null;
    // Its own value waits for others behind the next one.
    this.holders[this.next] = second;
    this.holders[this.next + 1] = first;
    return second;
  }

  /** What `holderBeside` has found holds it no more. */
  giveUp(): void {
    this.next += 1;
  }
}

/** Values that the database gives are not known. */
function rowAfter(edit: RowEdit, row: HeldEdit['row']): Record<string, Cell> | null {
  if (edit.kind === 'delete') return null;
  const given = Object.entries(edit.values).map(([name, value]) => [name, isDefault(value) ? null : value] as const);
  return { ...row, ...Object.fromEntries(given) };
}

/** Rows with NULL in a unique key do not collide. */
function textOf(key: readonly string[], row: Readonly<Record<string, Cell>> | null): string | null {
  const cells = key.map((name) => row?.[name] ?? null);
  return cells.includes(null) ? null : JSON.stringify(cells);
}

/** Walks from each edit to those that hold what it takes. Without recursion: a chain is as long as a change set. */
class Exchange {
  readonly steps: ExchangeStep[] = [];
  private readonly states: ('new' | 'open' | 'done')[];

  constructor(private readonly claims: readonly (readonly Claim[])[]) {
    this.states = claims.map(() => 'new');
    claims.forEach((_, index) => this.write(index));
  }

  private write(first: number): void {
    const path = this.states[first] === 'new' ? [{ index: first, next: 0 }] : [];
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      this.states[last.index] = 'open';
      const claim = this.claims[last.index]?.[last.next];
      const holder = claim?.value.holderBeside(last.index) ?? null;
      if (claim === undefined) {
        this.steps.push({ kind: 'edit', index: last.index });
        this.states[last.index] = 'done';
        path.pop();
      } else if (holder === null) last.next += 1;
      else if (this.states[holder] === 'new') path.push({ index: holder, next: 0 });
      else {
        if (this.states[holder] === 'open') this.steps.push({ kind: 'vacate', index: holder, key: claim.key });
        claim.value.giveUp();
      }
    }
  }
}
