/** What the text format calls a node that reads no other one. */
const LONE =
  /^(?:(?:Parallel|Async|Partial|Finalize|XN) ){0,5}(?:Result|Foreign Scan|(?:.+ )?Scan(?: Backward)? (?:\([^()]+\) )?(?:on|using) .+|Custom Scan \([^()]+\)|Foreign (?:Insert|Update|Delete) on .+)$/;
const KNOWN =
  /^(?:(?:Parallel|Async|Partial|Finalize|XN) )*(?:Result|ProjectSet|Append|Merge|Recursive Union|Bitmap(?:And|Or)|Nested Loop|Hash|Materialize|Memoize|Sort|Incremental Sort|Group|Aggregate|GroupAggregate|HashAggregate|MixedAggregate|WindowAgg|Unique|Gather|Gather Merge|SetOp|HashSetOp|LockRows|Limit|Insert|Update|Delete|Foreign (?:Scan|Insert|Update|Delete)|Custom Scan|[A-Z]\w*(?: [A-Z]\w*)? Scan)\b/;

const NAME = String.raw`(?:"(?:[^"]|"")+"|[^\s."()]+)`;
const PLACE = String.raw`(?:${NAME}\.)?${NAME}(?: ${NAME})?`;
/** The whole title of one of Postgres' own nodes. */
const WHOLE = new RegExp(
  String.raw`^(?:(?:Parallel|Async|Partial|Finalize) )*(?:Result|ProjectSet|(?:Merge )?Append|Recursive Union|Bitmap(?:And|Or)|Nested Loop|(?:Hash|Merge|Nested Loop)(?: Left| Right| Full)?(?: Semi| Anti)? Join|Hash|Materialize|Memoize|(?:Incremental )?Sort|Group|(?:Group|Hash|Mixed)?Aggregate|WindowAgg|Unique|Gather(?: Merge)?|(?:Hash)?SetOp (?:Intersect|Except)(?: All)?|LockRows|Limit|Custom Scan \([^()]+\)|(?:Foreign )?(?:Insert|Update|Delete|Merge)|(?:Seq|Sample|Index|Index Only|Bitmap Heap|Tid|Tid Range|Subquery|Function|Table Function|Values|CTE|Named Tuplestore|WorkTable|Foreign) Scan(?: Backward)?)(?: using ${NAME})?(?: on ${PLACE})?$|^(?:Parallel )?Bitmap Index Scan on ${NAME}$`,
);

/** How many nodes a node reads at least, its subplans not counted. */
const INPUTS = new Map([
  ...['Nested Loop', 'Hash Join', 'Merge Join', 'Recursive Union', 'BitmapAnd', 'BitmapOr'].map(
    (type) => [type, 2] as const,
  ),
  ...['Hash', 'Materialize', 'Memoize', 'Sort', 'Incremental Sort', 'Group', 'Aggregate', 'WindowAgg', 'Unique'].map(
    (type) => [type, 1] as const,
  ),
  ...['Gather', 'Gather Merge', 'SetOp', 'LockRows', 'Limit', 'ModifyTable', 'ProjectSet', 'Subquery Scan'].map(
    (type) => [type, 1] as const,
  ),
  ['Bitmap Heap Scan', 1] as const,
]);

/** Whether a title can be a whole plan, as that of a scan can. */
export function isLoneTitle(title: string): boolean {
  return LONE.test(title);
}

/** Whether a title begins like one of Postgres' own nodes; extensions have others. */
export function isKnownTitle(title: string): boolean {
  return KNOWN.test(title);
}

/** Whether a title is, from its first letter to its last, that of one of Postgres' own nodes. */
export function isWholeTitle(title: string): boolean {
  return WHOLE.test(title);
}

/** How many nodes a node of this type (in the words of the JSON format) reads at least. */
export function leastInputs(nodeType: string): number {
  return INPUTS.get(nodeType) ?? 0;
}
