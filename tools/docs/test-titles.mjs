import ts from 'typescript';

const GROUP = 'describe';
const TESTS = new Set(['it', 'test']);
/** What does not run shows nothing. */
const NEVER_RUN = new Set(['skip', 'todo', 'fixme']);

/**
 * Answers the titles of the tests in the text of a spec or story, in their order, as they stand in the source (`%s`,
 * `$name` and `${…}` included): each as the path of its groups and its own title.
 * @param {string} source
 * @returns {string[][]}
 */
export function testTitles(source) {
  const file = ts.createSourceFile('spec.ts', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  /** @type {string[][]} */
  const found = [];
  /** @param {ts.Node} node @param {string[]} groups */
  const visit = (node, groups) => {
    const name = ts.isCallExpression(node) ? rootName(node.expression) : null;
    const title = ts.isCallExpression(node) && name !== null ? titleOf(node, file) : null;
    if (name !== null && title !== null && TESTS.has(name)) found.push([...groups, title]);
    const inside = title !== null && name === GROUP ? [...groups, title] : groups;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(file, []);
  return found;
}

/**
 * Whether some test has a title: by itself where no other test of the file has the same, else with its groups before it.
 * @param {readonly string[][]} titles
 * @param {string} wanted
 */
export function hasTest(titles, wanted) {
  const parts = wanted.split(' › ');
  return titles.filter((path) => path.slice(-parts.length).join(' › ') === wanted).length === 1;
}

/**
 * `it` of `it(…)`, `it.each(…)(…)` and a tagged `it.each`; `describe` of `test.describe(…)`.
 * @param {ts.Expression} expression
 * @returns {string | null}
 */
function rootName(expression) {
  if (ts.isIdentifier(expression))
    return expression.text === GROUP || TESTS.has(expression.text) ? expression.text : null;
  if (ts.isPropertyAccessExpression(expression)) {
    if (NEVER_RUN.has(expression.name.text)) return null;
    return expression.name.text === GROUP ? GROUP : rootName(expression.expression);
  }
  if (ts.isTaggedTemplateExpression(expression)) return rootName(expression.tag);
  return ts.isCallExpression(expression) ? rootName(expression.expression) : null;
}

/** @param {ts.CallExpression} call @param {ts.SourceFile} file */
function titleOf({ arguments: [title, ...rest] }, file) {
  if (title === undefined || rest.length === 0) return null;
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.getText(file).slice(1, -1) : null;
}
