/** How much a `RepeatCounter` holds. */
export interface RepeatLimits {
  /** Milliseconds from the first fact of a window to its end. */
  readonly windowMs: number;
  /** Keys of one group that are counted apart within a window; further ones share a count. */
  readonly keysPerGroup: number;
  /** Groups that are counted apart within a window; further ones share a count. */
  readonly groups: number;
}

/** What becomes of a fact: `isNew` ones are recorded at once, others are counted. */
export interface Repeat {
  readonly isNew: boolean;
  /** Facts with this key in this window, this one included; 0 where the key has no count of its own. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/** What was counted beyond the facts that were recorded at once. */
export interface RepeatTotal<Fact> {
  /** The last fact that was counted. */
  readonly fact: Fact;
  readonly count: number;
  /** Whether facts of several keys are in the count, or even of several groups. */
  readonly mixes: 'nothing' | 'keys' | 'groups';
}

interface Count<Fact> {
  total: number;
  repeated: number;
  last: Fact;
  readonly mixes: RepeatTotal<Fact>['mixes'];
}

const MIXED = '\u0000mixed';

/**
 * Bounds what a flood of equal facts leaves behind: within a window the first fact of each key is new, the rest is
 * counted. Memory is bounded by the limits, whatever keys arrive.
 */
export class RepeatCounter<Fact> {
  private readonly groups = new Map<string, Map<string, Count<Fact>>>();
  private endsAt: number | null = null;

  constructor(private readonly limits: RepeatLimits) {}

  /** Counts a fact at `now` (milliseconds since the epoch). Call `takeDue` first, so that a window that is over ends. */
  note(group: string, key: string, fact: Fact, now: number): Repeat {
    this.endsAt ??= now + this.limits.windowMs;
    const endsInMs = Math.max(0, this.endsAt - now);
    const counts = this.countsOf(group);
    const own = counts.get(key);
    if (own === undefined && counts.size < this.limits.keysPerGroup) {
      counts.set(key, { total: 1, repeated: 0, last: fact, mixes: 'nothing' });
      return { isNew: true, count: 1, endsInMs };
    }
    const count = own ?? mixedOf(counts, fact, counts === this.groups.get(MIXED) ? 'groups' : 'keys');
    count.total++;
    count.repeated++;
    count.last = fact;
    return { isNew: false, count: count.mixes === 'nothing' ? count.total : 0, endsInMs };
  }

  /** Ends the window if it is over at `now`, or in any case without one, and answers what was counted in it. */
  takeDue(now: number | null): RepeatTotal<Fact>[] {
    const isOver =
      this.endsAt !== null && (now === null || now >= this.endsAt || now < this.endsAt - this.limits.windowMs);
    if (!isOver) return [];
    const counts = [...this.groups.values()].flatMap((group) => [...group.values()]);
    this.groups.clear();
    this.endsAt = null;
    return counts
      .filter(({ repeated }) => repeated > 0)
      .map(({ last, repeated, mixes }) => ({ fact: last, count: repeated, mixes }));
  }

  private countsOf(group: string): Map<string, Count<Fact>> {
    const isFull = !this.groups.has(group) && this.groups.size >= this.limits.groups;
    const name = isFull ? MIXED : group;
    const counts = this.groups.get(name) ?? new Map<string, Count<Fact>>();
    this.groups.set(name, counts);
    return counts;
  }
}

function mixedOf<Fact>(counts: Map<string, Count<Fact>>, fact: Fact, mixes: 'keys' | 'groups'): Count<Fact> {
  const mixed = counts.get(MIXED) ?? { total: 0, repeated: 0, last: fact, mixes };
  counts.set(MIXED, mixed);
  return mixed;
}
