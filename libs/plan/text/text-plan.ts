import type { JsonObject } from '../json-fields.js';
import { leastInputs, isKnownTitle } from './text-kinds.js';
import { incompleteLine, isFoot } from './text-lines.js';
import type { PlanLine } from './text-lines.js';
import { hasBrokenFigures, hasFigures, textNode } from './text-node.js';
import { addProperty, addWorkerProperty, noBuffers, textProperty } from './text-property.js';
import { UnreadablePlanError } from '../unreadable-plan-error.js';

type Fields = Record<string, unknown>;

interface OpenNode {
  /** Where the node's properties and the arrows of its children stand. */
  readonly inside: number;
  readonly fields: Fields;
  readonly children: Fields[];
}

const MEMBERS = new Set(['Append', 'Merge Append', 'BitmapAnd', 'BitmapOr']);
const GROUP_KEY = /^(?:Group|Hash) Key$/;
const TIMES = /^(Planning time|Execution time|Total runtime):(.*)$/i;
const SETTINGS = /^Settings: (?:[\w.]+ = '(?:[^']|'')*'(?:, (?=\w)|$))+$/;

/**
 * Builds the document that the JSON format has for a plan from the lines of the text format, none of them wrapped.
 * Throws `UnreadablePlanError` where a line is no part of the tree.
 */
export class TextPlan {
  private readonly all: OpenNode[] = [];
  private readonly open: OpenNode[] = [];
  private readonly document: Fields = {};
  private heading: PlanLine | null = null;
  private isTreeOver = false;

  constructor(
    private readonly root: PlanLine,
    second: PlanLine | undefined,
  ) {
    this.push(nodeFields(root, false), root, second);
  }

  read(lines: readonly PlanLine[]): JsonObject {
    for (const [at, line] of lines.entries()) {
      if (line.kind === 'blank') continue;
      if (this.hasLostIndentation(line, lines[at - 1], lines[0])) throw misplaced(line);
      if (this.isAnotherPlan(line, lines[at - 1])) break;
      this.isTreeOver ||= this.isFoot(line);
      if (this.isTreeOver) this.takeFoot(line);
      else this.takeLine(line, filledFrom(lines, at + 1));
    }
    for (const node of this.all) refuseMissingInputs(node);
    const nodes = this.all.map(({ fields }) => fields);
    for (const fields of nodes) addZeros(fields);
    if (nodes.some((fields) => 'Shared Hit Blocks' in fields))
      for (const fields of nodes) for (const [key, zero] of Object.entries(noBuffers())) fields[key] ??= zero;
    return { ...this.document, Plan: nodes[0] };
  }

  /** A statement that rules have made several of has a plan for each, with an empty line between. */
  private isAnotherPlan(line: PlanLine, before: PlanLine | undefined): boolean {
    if (line.column > this.root.column || line.kind === 'property') return false;
    const isTitle = line.kind === 'target' || isKnownTitle(line.text);
    return isTitle && (this.isTreeOver || before?.kind === 'blank');
  }

  /**
   * A terminal that wraps an indentation leaves a line of spaces, and the next one stands too far left. A text with an
   * empty line between all lines begins with one.
   */
  private hasLostIndentation(line: PlanLine, before: PlanLine | undefined, second: PlanLine | undefined): boolean {
    const isPart = line.kind === 'node' || line.kind === 'heading' || (line.kind === 'property' && !isFoot(line.text));
    return isPart && !this.isTreeOver && before?.kind === 'blank' && second?.kind !== 'blank';
  }

  /** Below a node of an extension, the plan of another server may have a foot of its own. */
  private isFoot({ kind, column, text }: PlanLine): boolean {
    return kind !== 'node' && column < (this.all[0]?.inside ?? 0) && (kind === 'property' || isFoot(text));
  }

  private takeLine(line: PlanLine, next: PlanLine | undefined): void {
    if (line.kind === 'node') this.takeNode(line, next);
    else if (line.kind === 'heading') this.heading = line;
    else if (line.kind === 'property') this.takeProperty(line);
    else if (line.kind === 'other' || line.column !== this.open.at(-1)?.inside) throw misplaced(line);
  }

  private takeNode(line: PlanLine, next: PlanLine | undefined): void {
    const column = (this.heading ?? line).column;
    while (this.open.length > 1 && (this.open.at(-1)?.inside ?? 0) > column) this.open.pop();
    const parent = this.open.at(-1);
    if (parent?.inside !== column) throw misplaced(this.heading ?? line);
    const fields = nodeFields(line, hasFigures(this.root.text));
    Object.assign(fields, relationship(parent, this.heading?.text ?? null));
    this.heading = null;
    parent.children.push(fields);
    this.push(fields, line, next);
  }

  /** The first line inside a node says where the inside is, however wide the text is indented. */
  private push(fields: Fields, line: PlanLine, next: PlanLine | undefined): void {
    const hasInside = next !== undefined && next.column > line.column && !isFoot(next.text);
    const node = { inside: hasInside ? next.column : line.column + 2, fields, children: [] };
    Object.assign(fields, { Plans: node.children });
    this.open.push(node);
    this.all.push(node);
  }

  private takeProperty(line: PlanLine): void {
    const property = textProperty(line.text);
    if (property === null || isFoot(line.text)) return;
    const node = this.ownerOf(line);
    // A set of GROUPING SETS stands below the key by which its rows are sorted.
    if (line.column === node.inside || GROUP_KEY.test(property.key))
      addProperty(node.fields, property.key, property.value);
    else addWorkerProperty(node.fields, property.key, property.value);
  }

  /** An extension may print the properties of its node below the nodes that it reads. */
  private ownerOf(line: PlanLine): OpenNode {
    const nearest = this.open.at(-1);
    if (nearest !== undefined && line.column >= nearest.inside) return nearest;
    const at = this.open.findLastIndex(({ inside }) => inside === line.column);
    const owner = this.open[at];
    if (owner?.fields['Node Type'] !== 'Custom Scan') throw misplaced(line);
    this.open.length = at + 1;
    return owner;
  }

  private takeFoot(line: PlanLine): void {
    if (line.kind === 'node') throw misplaced(line);
    const [, what, figure = ''] = TIMES.exec(line.text) ?? [];
    if (line.text.startsWith('Settings: ')) this.takeSettings(line);
    if (what === undefined) return;
    const [, ms] = /^([\d.]+) ms$/.exec(figure.trimStart()) ?? [];
    if (ms === undefined) throw incompleteLine(line.number);
    this.document[what.toLowerCase() === 'planning time' ? 'Planning Time' : 'Execution Time'] = Number(ms);
  }

  private takeSettings({ text, number }: PlanLine): void {
    if (!SETTINGS.test(text)) throw incompleteLine(number);
    const pairs = [...text.matchAll(/(?<![\w.])([\w.]+) = '((?:[^']|'')*)'/g)];
    const settings: Record<string, string> = {};
    for (const [, name = '', value = ''] of pairs) settings[name] = value;
    Object.assign(this.document, { Settings: settings });
  }
}

/** The first line with a text from a place on. */
function filledFrom(lines: readonly PlanLine[], start: number): PlanLine | undefined {
  let at = start;
  while (lines[at]?.kind === 'blank') at += 1;
  return lines[at];
}

/** Where the plan has figures, each of Postgres' own nodes has them. */
function nodeFields(line: PlanLine, hasAllFigures: boolean): Fields {
  const isBare = hasAllFigures && !hasFigures(line.text) && isKnownTitle(line.text);
  if (isBare || hasBrokenFigures(line.text)) throw incompleteLine(line.number);
  return textNode(line.text);
}

function refuseMissingInputs({ fields, children }: OpenNode): void {
  const inputs = children.filter((child) => !('Subplan Name' in child)).length;
  const least = leastInputs(String(fields['Node Type']));
  if (inputs >= least) return;
  throw new UnreadablePlanError(
    `The plan is not complete: ${String(fields['Node Type'])} has ${inputs} of ${least} inputs. Paste the whole plan.`,
  );
}

function misplaced({ number, kind }: PlanLine): UnreadablePlanError {
  return new UnreadablePlanError(
    kind === 'other'
      ? `Line ${number} of the plan cannot be read, so the plan would not be complete. Copy it without line breaks inside its lines.`
      : `Line ${number} of the plan is indented like no node above it. Paste the whole plan with its own indentation.`,
  );
}

/** The JSON format also says that a filter removed nothing. */
function addZeros(fields: Fields): void {
  if (!('Actual Rows' in fields)) return;
  if ('Filter' in fields) fields['Rows Removed by Filter'] ??= 0;
  if ('Join Filter' in fields) fields['Rows Removed by Join Filter'] ??= 0;
}

/** How the JSON format says a child stands to its parent; the text format says it by the order and by headings. */
function relationship({ fields, children }: OpenNode, subplan: string | null): Fields {
  if (subplan !== null) {
    const kind = subplan.startsWith('SubPlan') ? 'SubPlan' : 'InitPlan';
    return { 'Parent Relationship': kind, 'Subplan Name': subplan };
  }
  const type = String(fields['Node Type']);
  if (MEMBERS.has(type)) return { 'Parent Relationship': 'Member' };
  if (type === 'Subquery Scan') return { 'Parent Relationship': 'Subquery' };
  const isFirst = children.every((child) => 'Subplan Name' in child);
  return { 'Parent Relationship': isFirst ? 'Outer' : 'Inner' };
}
