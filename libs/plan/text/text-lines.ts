import { isKnownTitle, isLoneTitle } from './text-kinds.js';
import { hasFigures, isNodeTitle } from './text-node.js';
import { isExpression, isSecondary, textProperty } from './text-property.js';
import { CLOSED, openEnd } from './text-quotes.js';
import type { OpenEnd } from './text-quotes.js';
import { UnreadablePlanError } from '../unreadable-plan-error.js';

/** What a line of a plan is, by its own form. */
export type LineKind = 'node' | 'heading' | 'property' | 'target' | 'other' | 'blank';

/** A line as the server printed it, whole, also where a literal in it has line breaks. */
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
/** What follows the tree. */
const FOOT =
  /^ *(?:Planning|JIT|Trigger .*|Query Identifier|Total runtime|Execution|Optimizer|Settings|Serialization|RTI \d+ \(.*|(?:Unprunable|Result) RTIs)\b/i;

/** Whether a line follows the tree of nodes, as times and settings do. */
export function isFoot(line: string): boolean {
  return FOOT.test(line);
}

/** Where the first node of a plan stands among lines; -1 where there is none. */
export function firstNode(lines: readonly string[]): number {
  const known = lines.findIndex((line, at) => isKnownTitle(withoutArrow(line)) && isRoot(line, lines[at + 1]));
  const first = known === -1 ? unknownRoot(lines) : known;
  return isArrow(lines[first]) ? rootAbove(lines, first) : first;
}

/** The first line that can be a node of an extension, or the title of a known node above it whose line was wrapped. */
function unknownRoot(lines: readonly string[]): number {
  const first = lines.findIndex((line, at) => isRoot(line, lines[at + 1]));
  const wrapped = lines.slice(0, Math.max(first, 0)).findIndex((line) => isKnownTitle(withoutArrow(line)));
  return wrapped === -1 ? first : wrapped;
}

/**
 * The lines of a plan from its first node on, none of them wrapped. Throws `UnreadablePlanError` where a line ends in the
 * midst of something.
 */
export function planLines(lines: readonly string[], first: number): PlanLine[] {
  const found: PlanLine[] = [];
  const base = leading(lines[first] ?? '');
  for (let at = first; at < lines.length;) {
    const line = lineAt(lines, at, first);
    const { text, next } = hasKnownEnd(line) ? withLiterals(line, lines, at, base) : { text: line.text, next: at + 1 };
    found.push({ ...line, text: text.trimEnd() });
    at = next;
  }
  return found;
}

/** A line goes on below it only within a literal: a name has no line breaks, nor has the line of a node. */
function withLiterals(begun: PlanLine, lines: readonly string[], at: number, base: number) {
  let { text } = begun;
  let end: OpenEnd = openEnd(text, CLOSED);
  let next = at + 1;
  for (; end.quote === "'" && begun.kind !== 'node' && next < lines.length; next += 1) {
    const raw = lines[next] ?? '';
    const added = `\n${raw.slice(Math.min(leading(raw), base))}`;
    end = openEnd(added, end);
    text += added;
  }
  if (end.quote !== null || end.depth !== 0) throw incompleteLine(begun.number);
  return { text, next };
}

/** A literal may hold lines that look like nodes, so the first node that Postgres has counts, figures or not. */
function isRoot(line: string, next = ''): boolean {
  const title = withoutArrow(line);
  if (!isNodeTitle(title)) return false;
  const isFollowed =
    leading(next) > leading(line) && (isArrow(next) || textProperty(next) !== null || TARGET.test(next));
  return hasFigures(title) || isArrow(line) || isLoneTitle(title) || isFollowed || FIGURES_FIRST.test(next);
}

/** A line without the arrow and the space around. */
export function withoutArrow(line: string): string {
  return line.trim().replace(/^->\s+/, '');
}

/** Whether a line is that of a node below another. */
export function isArrow(line = ''): boolean {
  return isNodeTitle(ARROW.exec(line)?.[2] ?? '');
}

/** Whether a line is by its own form one that the server began, in a plan whose root stands at `base`. */
export function isLineStart(line: string, next = '', base = 0): boolean {
  const kind = kindOf(line, next);
  if (isArrow(line) || kind === 'blank' || kind === 'heading') return true;
  if (leading(line) < base) return false;
  const isInside = leading(line) > base && !isSecondary(textProperty(line)?.key ?? '');
  return isFoot(line) || (isInside && kind !== 'other');
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

function lineAt(lines: readonly string[], at: number, first: number): PlanLine {
  const raw = lines[at] ?? '';
  const title = isArrow(raw) ? ARROW.exec(raw)?.[2] : undefined;
  const kind = at === first || title !== undefined ? 'node' : kindOf(raw, lines[at + 1] ?? '');
  return { kind, column: leading(raw), text: title ?? raw.trimStart(), number: at + 1 };
}

function kindOf(raw: string, next: string): LineKind {
  if (raw.trim() === '') return 'blank';
  if (HEADING.test(raw) && isArrow(next) && leading(next) > leading(raw)) return 'heading';
  const property = textProperty(raw);
  if (property !== null) return isSecondary(property.key) ? 'other' : 'property';
  return TARGET.test(raw) ? 'target' : 'other';
}

/** Of nodes and expressions it can be seen whether they are whole. */
function hasKnownEnd({ kind, text }: PlanLine): boolean {
  return kind === 'node' || (kind === 'property' && isExpression(textProperty(text)?.key ?? ''));
}

/** How many spaces a line begins with. */
export function leading(line: string): number {
  return line.length - line.trimStart().length;
}

/** Says that a line ends in the midst of something. */
export function incompleteLine(number: number): UnreadablePlanError {
  return new UnreadablePlanError(
    `Line ${number} of the plan is not complete. Copy the whole plan, without line breaks inside its lines.`,
  );
}
