const NAME = String.raw`(?:"(?:[^"]|"")+"|[^\s."]+)`;
const QUALIFIED = new RegExp(String.raw`^(?:(${NAME})\.)?(${NAME})(?:\s+(${NAME}))?$`);
const DETAILS = /(?<!\s)\s+\((?:cost=|actual |never executed)/;
const COST = /\(cost=(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?) rows=(\d+) width=(\d+)\)/;
const ACTUAL = /\(actual (?:time=(\d+(?:\.\d+)?)\.\.(\d+(?:\.\d+)?) )?rows=([\d.]+) loops=(\d+)\)/;
const JOIN = /^(Hash|Merge|Nested Loop) (?:(Left|Right|Full|Semi|Anti|Right Semi|Right Anti) )?Join$/;
const AGGREGATES = new Map([
  ['Aggregate', 'Plain'],
  ['GroupAggregate', 'Sorted'],
  ['HashAggregate', 'Hashed'],
  ['MixedAggregate', 'Mixed'],
]);
/** Under which key the JSON format names what a scan reads; a key of null says that it names an alias only. */
const PLACES = new Map<string, string | null>([
  ['CTE Scan', 'CTE Name'],
  ['WorkTable Scan', 'CTE Name'],
  ['Function Scan', 'Function Name'],
  ['Table Function Scan', 'Table Function Name'],
  ['Named Tuplestore Scan', 'Tuplestore Name'],
  ['Subquery Scan', null],
  ['Values Scan', null],
]);
const CHANGES = new Set(['Insert', 'Update', 'Delete', 'Merge']);
const FOREIGN_CHANGE = /^Foreign (Insert|Update|Delete)$/;

/** Turns the line of a node, without its arrow, into the fields that the JSON format has for it. */
export function textNode(line: string): Record<string, unknown> {
  return { ...titleFields(titleOf(line)), ...figures(line) };
}

/** Whether a line, without its arrow, has the form of a node's. */
export function isNodeTitle(line: string): boolean {
  const title = titleOf(line);
  return /^[A-Z][A-Za-z]/.test(title) && !/:(?:\s|$)/.test(title);
}

/** Whether a line has the figures that only the line of a node has. */
export function hasFigures(line: string): boolean {
  return DETAILS.test(line);
}

/** Whether a text is the figures of one pair of brackets, whole. */
export function isFigures(text: string): boolean {
  return [COST, ACTUAL, /\(never executed\)/].some((figure) => figure.exec(text)?.[0] === text);
}

/** Whether a line has figures that cannot be read. */
export function hasBrokenFigures(line: string): boolean {
  const cut = DETAILS.exec(line);
  const rest = cut === null ? '' : line.slice(cut.index);
  return (rest.includes('(cost=') && !COST.test(rest)) || (rest.includes('(actual ') && !ACTUAL.test(rest));
}

function titleOf(line: string): string {
  const cut = DETAILS.exec(line);
  return (cut === null ? line : line.slice(0, cut.index)).trim();
}

function figures(line: string): Record<string, number> {
  const [cost, actual] = [COST.exec(line), ACTUAL.exec(line)];
  const fields: [string, string | undefined][] = [
    ['Startup Cost', cost?.[1]],
    ['Total Cost', cost?.[2]],
    ['Plan Rows', cost?.[3]],
    ['Plan Width', cost?.[4]],
    ['Actual Startup Time', actual?.[1]],
    ['Actual Total Time', actual?.[2]],
    ['Actual Rows', actual?.[3]],
    ['Actual Loops', actual?.[4]],
  ];
  const known = fields.flatMap(([key, text]) => (text === undefined ? [] : [[key, Number(text)] as const]));
  const never: Record<string, number> = line.includes('(never executed)')
    ? { 'Actual Rows': 0, 'Actual Loops': 0 }
    : {};
  return { ...Object.fromEntries(known), ...never };
}

function titleFields(title: string): Record<string, unknown> {
  const [, prefixes = '', rest = title] = /^((?:(?:Parallel|Async|Partial|Finalize) )*)([^]*)$/.exec(title) ?? [];
  const partial = /Partial|Finalize/.exec(prefixes)?.[0];
  return {
    ...(prefixes.includes('Async') ? { 'Async Capable': true } : {}),
    ...(prefixes.includes('Parallel') ? { 'Parallel Aware': true } : {}),
    ...(partial === undefined ? {} : { 'Partial Mode': partial }),
    ...operation(rest),
  };
}

function operation(title: string): Record<string, unknown> {
  const [, kind = title, index, place] = /^([^]*?)(?: using (\S+|"(?:[^"]|"")+"))?(?: on ([^]+))?$/.exec(title) ?? [];
  const type = kind.replace(/ Backward$/, '');
  if (CHANGES.has(type)) return { 'Node Type': 'ModifyTable', Operation: type, ...placeFields('ModifyTable', place) };
  const [, change] = FOREIGN_CHANGE.exec(type) ?? [];
  if (change !== undefined) return { 'Node Type': 'Foreign Scan', Operation: change, ...placeFields(type, place) };
  return {
    ...kindFields(type),
    ...(kind === type ? {} : { 'Scan Direction': 'Backward' }),
    ...(index === undefined ? {} : { 'Index Name': unquoted(index) }),
    ...(type === 'Bitmap Index Scan' ? { 'Index Name': unquoted(place ?? '') } : placeFields(type, place)),
  };
}

function kindFields(type: string): Record<string, unknown> {
  const [, join, joinType = 'Inner'] = JOIN.exec(type) ?? [];
  if (join !== undefined) return { 'Node Type': join === 'Nested Loop' ? join : `${join} Join`, 'Join Type': joinType };
  if (type === 'Nested Loop') return { 'Node Type': type, 'Join Type': 'Inner' };
  const strategy = AGGREGATES.get(type);
  if (strategy !== undefined) return { 'Node Type': 'Aggregate', Strategy: strategy };
  const [, hash, command] = /^(Hash)?SetOp (.+)$/.exec(type) ?? [];
  if (command !== undefined) {
    return { 'Node Type': 'SetOp', Strategy: hash === undefined ? 'Sorted' : 'Hashed', Command: command };
  }
  const [, provider] = /^Custom Scan \((.+)\)$/.exec(type) ?? [];
  return provider === undefined
    ? { 'Node Type': type }
    : { 'Node Type': 'Custom Scan', 'Custom Plan Provider': provider };
}

function placeFields(type: string, place: string | undefined): Record<string, string> {
  const [, schema, name, alias] = QUALIFIED.exec(place ?? '') ?? [];
  if (name === undefined) return {};
  const key = PLACES.has(type) ? PLACES.get(type) : 'Relation Name';
  const alone = { Alias: unquoted(alias ?? name) };
  if (key === null || key === undefined) return alone;
  return { ...alone, [key]: unquoted(name), ...(schema === undefined ? {} : { Schema: unquoted(schema) }) };
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
