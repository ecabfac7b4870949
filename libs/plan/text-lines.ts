import { isKnownTitle, isLoneTitle } from './text-kinds.js';
import { isFigures, hasFigures, isNodeTitle } from './text-node.js';
import { isExpression, textProperty } from './text-property.js';
import { CLOSED, openEnd } from './text-quotes.js';
import type { OpenEnd } from './text-quotes.js';
import { UnreadablePlanError } from './unreadable-plan-error.js';

/** What a line of a plan is, by its own form. */
export type LineKind = 'node' | 'heading' | 'property' | 'target' | 'other' | 'blank';

/** A line as the server printed it, whole, however many lines it has been copied as. */
export interface PlanLine {
  readonly kind: LineKind;
  /** Where the text stands, an arrow included; the first character of a line is at 0. */
  readonly column: number;
  /** Without the arrow and the space around. */
  readonly text: string;
  /** Counts from 1, for messages. */
  readonly number: number;
}

const ARROW = /^( *)->\s+(\S.*)$/;
const HEADING = /^ *(?:CTE|InitPlan|SubPlan)\b/;
const TARGET = /^ *(?:Foreign )?(?:Insert|Update|Delete|Merge) on /;
const FIGURES_FIRST = /^ *\((?:cost=|actual |never executed)/;
/** A line that is wrapped more often is no line of a plan. */
const MOST_WRAPS = 1_000;
/** Stands where a line was wrapped until it is known what to put there. */
const WRAP = '\u0000';

/**
 * The lines of a plan from its first node on, those joined that a mail or a terminal has wrapped; empty where there is no
 * node. Throws `UnreadablePlanError` where it cannot be known how a line goes on.
 */
export function planLines(lines: readonly string[]): PlanLine[] {
  const first = firstNode(lines);
  return first === -1 ? [] : new LineJoiner(lines, first).read();
}

/** A literal may hold lines that look like nodes, so the first node that Postgres has counts, figures or not. */
function firstNode(lines: readonly string[]): number {
  const known = lines.findIndex((line, at) => isKnownTitle(withoutArrow(line)) && isRoot(line, lines[at + 1]));
  const first = known === -1 ? lines.findIndex((line, at) => isRoot(line, lines[at + 1])) : known;
  return isArrow(lines[first]) ? rootAbove(lines, first) : first;
}

function isRoot(line: string, next = ''): boolean {
  const title = withoutArrow(line);
  if (!isNodeTitle(title)) return false;
  const isFollowed =
    leading(next) > leading(line) && (isArrow(next) || textProperty(next) !== null || TARGET.test(next));
  return hasFigures(title) || isArrow(line) || isLoneTitle(title) || isFollowed || FIGURES_FIRST.test(next);
}

function withoutArrow(line: string): string {
  return line.trim().replace(/^->\s+/, '');
}

function isArrow(line = ''): boolean {
  return isNodeTitle(ARROW.exec(line)?.[2] ?? '');
}

/** Above the first line with figures may stand the title of a node whose figures were wrapped. */
function rootAbove(lines: readonly string[], arrow: number): number {
  for (let at = arrow - 1; at >= 0 && lines[at]?.trim() !== ''; at -= 1) {
    const line = lines[at]?.trim() ?? '';
    if (isNodeTitle(line) && isKnownTitle(line)) return at;
    if (textProperty(line) !== null || FIGURES_FIRST.test(line))
      throw new UnreadablePlanError('The plan begins below its first node. Paste it from its first line.');
  }
  return arrow;
}

class LineJoiner {
  private readonly base: number;
  /** Lengths of the lines that go on in the next one, and their numbers. */
  private readonly wraps: { readonly length: number; readonly number: number; readonly isInText: boolean }[] = [];

  constructor(
    private readonly lines: readonly string[],
    private readonly first: number,
  ) {
    this.base = leading(lines[first] ?? '');
  }

  read(): PlanLine[] {
    const found: PlanLine[] = [];
    for (let at = this.first; at < this.lines.length;) {
      const line = this.lineAt(at);
      const { text, next } = hasKnownEnd(line) ? this.joined(line, at) : { text: line.text, next: at + 1 };
      found.push({ ...line, text: text.trimEnd() });
      at = next;
    }
    const separator = this.separator();
    return found.map((line) => ({ ...line, text: line.text.replaceAll(WRAP, separator) }));
  }

  private joined(begun: PlanLine, at: number): { text: string; next: number } {
    let { text } = begun;
    let end = openEnd(text, CLOSED);
    let next = at + 1;
    for (; next < this.lines.length; next += 1) {
      // In the line of a node a quote holds a name, which has no line breaks.
      const isLiteral = end.quote !== null && begun.kind !== 'node';
      const added = isLiteral ? `\n${this.unindented(next)}` : this.continuation(begun, text, end, next);
      if (added === null) break;
      end = openEnd(added, end);
      text = isLiteral ? text + added : text.trimEnd() + added;
      if (!isLiteral && next - at > MOST_WRAPS) break;
    }
    if (end.quote !== null || end.depth !== 0) throw incompleteLine(begun.number);
    return { text, next };
  }

  /** What the next line adds; null where it is a line of its own. */
  private continuation(begun: PlanLine, text: string, { depth, quote }: OpenEnd, next: number): string | null {
    const { kind, text: rest } = this.lineAt(next);
    if ((depth > 0 || quote !== null) && (kind === 'node' || kind === 'blank')) throw incompleteLine(begun.number);
    const figures = begun.kind === 'node' && depth > 0 ? /\((?:cost=|actual |never )[^()]*$/.exec(text) : null;
    const wrap = { length: (this.lines[next - 1] ?? '').trimEnd().length, number: next };
    if (figures !== null) {
      this.wraps.push({ ...wrap, isInText: false });
      return isTornFigure(figures[0], rest) ? rest : ` ${rest}`;
    }
    if (begun.kind === 'node' && FIGURES_FIRST.test(rest)) return ` ${rest}`;
    if (quote === null && depth <= 0 && (kind !== 'other' || !isUnfinished(begun, text, rest))) return null;
    this.wraps.push({ ...wrap, isInText: true });
    return WRAP + rest;
  }

  private lineAt(at: number): PlanLine {
    const raw = this.lines[at] ?? '';
    const title = isArrow(raw) ? ARROW.exec(raw)?.[2] : undefined;
    const kind = at === this.first || title !== undefined ? 'node' : kindOf(raw, this.lines[at + 1] ?? '');
    return { kind, column: leading(raw), text: title ?? raw.trimStart(), number: at + 1 };
  }

  private unindented(at: number): string {
    const raw = this.lines[at] ?? '';
    return raw.slice(Math.min(leading(raw), this.base));
  }

  /** Wrapped between words, lines lack a space; at a width, they are of one length and lack nothing. */
  private separator(): string {
    const longest = this.lines.slice(this.first).reduce((most, line) => Math.max(most, line.trimEnd().length), 0);
    const full = this.wraps.filter(({ length }) => length === longest);
    if (!full.some(({ isInText }) => isInText)) return ' ';
    if (full.length === this.wraps.length && full.length > 1) return '';
    throw new UnreadablePlanError(
      `Line ${full[0]?.number ?? 0} of the plan is wrapped, and whether a space is missing there cannot be seen. Copy the plan without line breaks inside its lines.`,
    );
  }
}

function kindOf(raw: string, next: string): LineKind {
  if (raw.trim() === '') return 'blank';
  if (HEADING.test(raw) && isArrow(next) && leading(next) > leading(raw)) return 'heading';
  if (textProperty(raw) !== null) return 'property';
  return TARGET.test(raw) ? 'target' : 'other';
}

/** Of nodes and expressions it can be seen whether they are whole. */
function hasKnownEnd({ kind, text }: PlanLine): boolean {
  return kind === 'node' || (kind === 'property' && isExpression(textProperty(text)?.key ?? ''));
}

function isUnfinished({ kind }: PlanLine, text: string, next: string): boolean {
  if (text.trimEnd().endsWith(',')) return true;
  return kind === 'node' && !hasFigures(text) && hasFigures(next);
}

/** Figures have one form, so that a number that was torn apart is no figure with a space in it. */
function isTornFigure(begun: string, rest: string): boolean {
  const end = rest.indexOf(')') + 1;
  return end > 0 ? !isFigures(`${begun} ${rest.slice(0, end)}`) : /[\d.=]$/.test(begun) && /^[\d.]/.test(rest);
}

function leading(line: string): number {
  return line.length - line.trimStart().length;
}

/** Says that a line ends in the midst of something. */
export function incompleteLine(number: number): UnreadablePlanError {
  return new UnreadablePlanError(
    `Line ${number} of the plan is not complete. Copy the whole plan, without line breaks inside its lines.`,
  );
}
