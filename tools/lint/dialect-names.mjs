const NAMES = new Set(['postgres', 'duckdb', 'sqlite', 'mysql']);
/** Where a name is no question: in a type or an import. */
const PERMITTED_PARENTS = new Set(['TSLiteralType', 'ImportDeclaration', 'ImportExpression']);

/**
 * Refuses the name of a dialect or engine where it is compared, passed or given as a default. A property other than
 * `dialect` may have such a value: it is a field of a request or an answer.
 * @type {import('eslint').Rule.RuleModule}
 */
const dialectNames = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { name: 'Ask dialectOf(…) of libs/dialects, or the connection, for what it has; do not name it.' },
  },
  create: (context) => ({
    Literal: (node) => {
      if (!NAMES.has(String(node.value)) || PERMITTED_PARENTS.has(node.parent.type) || isOtherProperty(node)) return;
      context.report({ node, messageId: 'name' });
    },
  }),
};

/** @param {import('estree').Literal & import('eslint').Rule.NodeParentExtension} node */
function isOtherProperty({ parent }) {
  return parent.type === 'Property' && !(parent.key.type === 'Identifier' && parent.key.name === 'dialect');
}

/** The Postgres programs and drivers of the workbench itself, and the list of the kinds of connections. */
const OTHER_MEANINGS = [
  'server/src/platform/**',
  'server/src/admin/state-role.service.ts',
  'server/src/scheduler/portable-sql.ts',
  'libs/api/connections.ts',
];

/** The part of the lint configuration that refuses names of dialects outside of `libs/dialects` and the engines. */
export const DIALECT_NAMES = {
  files: ['server/src/**/*.ts', 'libs/**/*.ts', 'client/src/**/*.ts'],
  ignores: [
    ...['libs/dialects/**', 'server/src/connections/engines/**', 'server/src/demo/**', '**/testing/**', '**/*.spec.ts'],
    ...OTHER_MEANINGS,
  ],
  plugins: { workbench: { rules: { 'dialect-names': dialectNames } } },
  rules: { 'workbench/dialect-names': /** @type {const} */ ('error') },
};
