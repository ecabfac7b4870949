import type { FilterOp, ResultFilter } from '#libs/api';

type Condition = Pick<ResultFilter, 'op' | 'value' | 'from' | 'to'>;

const OPERATORS: Readonly<Record<string, FilterOp>> = {
  '=': 'equals',
  '==': 'equals',
  '!=': 'not_equals',
  '<>': 'not_equals',
  '≠': 'not_equals',
  '>': 'greater_than',
  '<': 'less_than',
};
const OPERATOR = /^(?:>=|<=|<>|!=|==|[=<>≥≤≠])/;

/**
 * The condition that a text such as `>5`, `<= 7`, `!=0` or `1..9` spells for a column of numbers, dates or times; null for
 * any other text, which is a plain value.
 */
export function typedCondition(typed: string): Condition | null {
  const text = typed.trim();
  const sign = OPERATOR.exec(text)?.[0] ?? '';
  const operand = text.slice(sign.length).trim();
  if (sign === '') return rangeOf(text);
  if (operand === '') return null;
  if (sign === '>=' || sign === '≥') return { op: 'between', from: operand, to: null };
  if (sign === '<=' || sign === '≤') return { op: 'between', from: null, to: operand };
  const op = OPERATORS[sign];
  return op === undefined ? null : { op, value: operand };
}

function rangeOf(text: string): Condition | null {
  const at = text.indexOf('..');
  const [from, to] = at === -1 ? ['', ''] : [text.slice(0, at).trim(), text.slice(at + 2).trim()];
  return from === '' && to === '' ? null : { op: 'between', from: from || null, to: to || null };
}
