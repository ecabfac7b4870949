import type { JsonObject } from './json-fields.js';
import { planLines } from './text-lines.js';
import { hasFigures, textNode } from './text-node.js';
import { addProperty, noBuffers, textProperty } from './text-property.js';

type Fields = Record<string, unknown>;

interface OpenNode {
  /** Where the arrow stands; the root has none. */
  readonly column: number;
  readonly fields: Fields;
  readonly children: Fields[];
}

const SUBPLAN = /^\s*((?:CTE|InitPlan|SubPlan) .+)$/;
const MEMBERS = new Set(['Append', 'Merge Append', 'BitmapAnd', 'BitmapOr']);
/** What follows the tree. */
const FOOT = /^(?:Planning|JIT|Trigger .*|Query Identifier|Total runtime|Execution|Optimizer)\b/i;

/**
 * Turns a plan in Postgres' text format into the document that the JSON format has for it, as far as both say the same;
 * null where the text holds no plan. What psql, a log or a spreadsheet puts around the lines is left out.
 */
export function postgresTextDocument(text: string): JsonObject | null {
  const lines = planLines(text);
  const first = lines.findIndex((line) => hasFigures(line) && textNode(line) !== null);
  const bare = first === -1 ? lines.findIndex((line) => textNode(line) !== null) : first;
  const line = lines[bare];
  if (line === undefined || (first === -1 && !isPlanWithoutFigures(line, lines))) return null;
  return new TextPlan(line.trim().replace(/^->\s+/, '')).read(lines.slice(bare + 1));
}

/** Without costs and times a plan is known by its arrows, or by what can stand alone. */
function isPlanWithoutFigures(first: string, lines: readonly string[]): boolean {
  return /^(?:Result|.* Scan (?:on|using) .*)$/.test(first) || lines.some((line) => /^\s*->\s/.test(line));
}

class TextPlan {
  private readonly root: OpenNode;
  private readonly all: Fields[] = [];
  private open: OpenNode[];
  private subplan: string | null = null;
  private lastKey: string | null = null;
  private readonly document: Fields = {};

  constructor(line: string) {
    this.root = { column: -1, fields: textNode(line) ?? {}, children: [] };
    this.open = [this.root];
    this.all.push(this.root.fields);
  }

  read(lines: readonly string[]): JsonObject {
    let isFoot = false;
    for (const line of lines) {
      isFoot ||= FOOT.test(line);
      if (isFoot) this.takeFoot(line);
      else this.takeLine(line);
    }
    Object.assign(this.root.fields, { Plans: this.root.children });
    for (const fields of this.all) addZeros(fields);
    if (this.all.some((fields) => 'Shared Hit Blocks' in fields)) {
      for (const fields of this.all) for (const [key, zero] of Object.entries(noBuffers())) fields[key] ??= zero;
    }
    return { ...this.document, Plan: this.root.fields };
  }

  private takeLine(line: string): void {
    const arrow = /^(\s*)->\s+(.*)$/.exec(line);
    const fields = arrow === null ? null : textNode(arrow[2] ?? '');
    if (fields !== null) this.takeNode(arrow?.[1]?.length ?? 0, fields);
    else if (SUBPLAN.test(line) && textProperty(line) === null) this.subplan = line.trim();
    else this.takeProperty(line);
  }

  private takeNode(column: number, fields: Fields): void {
    while (this.open.length > 1 && (this.open.at(-1)?.column ?? -1) >= column) this.open.pop();
    const parent = this.open.at(-1) ?? this.root;
    Object.assign(fields, relationship(parent, this.subplan));
    this.subplan = null;
    this.lastKey = null;
    const node: OpenNode = { column, fields, children: [] };
    Object.assign(fields, { Plans: node.children });
    parent.children.push(fields);
    this.open.push(node);
    this.all.push(fields);
  }

  private takeProperty(line: string): void {
    const property = textProperty(line);
    const fields = this.open.at(-1)?.fields ?? {};
    if (line.startsWith('Settings: ')) this.takeSettings(line.slice('Settings: '.length));
    else if (property !== null) {
      addProperty(fields, property.key, property.value);
      this.lastKey = property.key;
    } else if (this.lastKey !== null && typeof fields[this.lastKey] === 'string') {
      // A text with a line break in it goes on.
      fields[this.lastKey] = `${String(fields[this.lastKey])}\n${line.trim()}`;
    }
  }

  private takeFoot(line: string): void {
    const [, what = '', ms] = /^(Planning time|Execution time|Total runtime): ([\d.]+) ms$/i.exec(line) ?? [];
    if (line.startsWith('Settings: ')) this.takeSettings(line.slice('Settings: '.length));
    if (ms === undefined) return;
    this.document[what.toLowerCase() === 'planning time' ? 'Planning Time' : 'Execution Time'] = Number(ms);
  }

  private takeSettings(text: string): void {
    const pairs = [...text.matchAll(/(?<![\w.])([\w.]+) = '((?:[^']|'')*)'/g)];
    const settings: Record<string, string> = {};
    for (const [, name = '', value = ''] of pairs) settings[name] = value;
    Object.assign(this.document, { Settings: settings });
  }
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
