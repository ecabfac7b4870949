import { isWholeTitle } from './text-kinds.js';
import { isExpression, textProperty } from './text-property.js';

/** Where a line was wrapped: the text before and after, and what is put between. */
export interface LineJoin {
  /** The line so far, from its first character on, without an arrow. */
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** Words that stand side by side with another word in an expression; words in capitals do, too. */
const SPACED =
  /^(?:with|without|time|zone|double|precision|character|varying|bit|timestamp|interval|year|to|month|day|hour|minute|second|hashed|SubPlan|InitPlan|[A-Z]+)$/;
/** Texts that are not Postgres' own expressions. */
const FREE = /^(?:Remote SQL|Sampling|Relations)$/;
const OPERATOR = /[=<>~!@#%^&|*/+-]/;

/**
 * Whether Postgres prints a line like the one that the join makes: its spaces follow fixed rules, so that a missing or an
 * additional one shows. False is certain; true may be a coincidence.
 */
export function isPrintedJoin({ before, between, after }: LineJoin): boolean {
  const property = textProperty(before);
  if (property !== null && FREE.test(property.key)) return true;
  if (property !== null && isExpression(property.key) && property.value !== '')
    return between.trim() === '' && isExpressionJoin(before, between, after);
  const isTorn = between === '' && /\w$/.test(before) && /^\w/.test(after);
  return property === null || !isTorn || !/[a-z]$/.test(before) || !/^[A-Z]/.test(after);
}

function isExpressionJoin(before: string, between: string, after: string): boolean {
  const isSpaced = between !== '' || /\s$/.test(before) || /^\s/.test(after);
  const [left, right] = [before.trimEnd(), after.trimStart()];
  if (before.length + between.length + after.length - left.length - right.length > 1) return false;
  const [last, first] = [left.at(-1) ?? '', right[0] ?? ''];
  const words = [/(?<!\w)\w+$/.exec(left)?.[0], /^\w+/.exec(right)?.[0]] as const;
  return isSpaced ? mayBeSpaced(left, last, right, first, words) : mayTouch(last, first, words);
}

type Words = readonly [left: string | undefined, right: string | undefined];

function mayBeSpaced(left: string, last: string, right: string, first: string, [word, next]: Words): boolean {
  if ('([.'.includes(last) || '),.;]'.includes(first) || left.endsWith('::') || right.startsWith(':')) return false;
  if (word !== undefined && first === '(') return /^(?:[A-Z]+|hashed)$/.test(word);
  if (word === undefined || next === undefined) return !(OPERATOR.test(last) && OPERATOR.test(first));
  return SPACED.test(word) || SPACED.test(next);
}

function mayTouch(last: string, first: string, [word, next]: Words): boolean {
  if (last === ',') return /\d/.test(first);
  if (last === ')' && /[\w"'(]/.test(first)) return false;
  if (OPERATOR.test(last) ? /[\w"'(]/.test(first) : OPERATOR.test(first) && /[\w"')]/.test(last)) return false;
  if (word !== undefined && first === '(') return !/^(?:AND|OR|NOT|WHEN|THEN|ELSE|ANY|ALL)$/.test(word);
  if (word === undefined || next === undefined) return true;
  return !(/^[A-Z]{2,}$/.test(word) && /^[a-z\d]/.test(next)) && !(/[a-z\d]$/.test(word) && /^[A-Z]/.test(next));
}

const FIXED: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^Buffers$/, /^(?:(?:shared|local|temp)(?: \w+=\d+)+(?:, (?=\w)|$))+$/],
  [/^(?:Rows Removed by .*|Heap Fetches|Workers .*)$/, /^\d+$/],
  [/^Sort Method$/, /^[a-z-]+(?: [a-z-]+)*\s+(?:Memory|Disk): \d+kB$/],
  [
    /^(?:Batches|Buckets|Planned Partitions)$/,
    /^\d+(?: \(originally \d+\))?(?: {2}[A-Z][A-Za-z ]*: \d+(?:kB)?(?: \(originally \d+\))?)*$/,
  ],
  [/^Heap Blocks$/, /^(?:\w+=\d+(?: |$))+$/],
];

/** Whether a line that was wrapped has become one that Postgres prints: a title, a text of fixed form, or any other text. */
export function isWholeLine(text: string, isNode: boolean): boolean {
  if (isNode) return isWholeTitle(text.replace(/(?<!\s)\s+\((?:cost=|actual |never executed)[^]*$/, ''));
  const property = textProperty(text);
  const form = FIXED.find(([key]) => key.test(property?.key ?? ''));
  return property === null || form === undefined || form[1].test(property.value.trim());
}
