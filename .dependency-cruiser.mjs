/** Who may import whom; ARCHITECTURE.md says why. */
const features =
  '(?:connections|studio|changes|results|live|demo|schema-watch|contracts|scheduler|tiles|notifications|mcp|audit|auth|pipelines|copilot|plugins|settings)';

/** What runs in an engine host or another child process: the parts of DuckDB connections that the engine is called from. */
const childPrograms = [
  '^server/src/connections/engines/host/program/',
  '^server/src/connections/engines/duckdb/(?!index\\.ts|engine\\.ts|config\\.ts|settings\\.ts|connection-state|opening-limit|run-stop)',
  '^server/src/connections/engines/files/folder/',
].join('|');

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'libs-are-pure',
      comment: 'Time, ids and I/O come into libs as arguments.',
      severity: 'error',
      from: { path: '^libs/', pathNot: '(?:\\.spec\\.ts$|/testing/)' },
      to: { pathNot: '^libs/' },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform/' },
      to: { path: `^server/src/(?!platform/)` },
    },
    {
      name: 'modules-meet-at-index',
      severity: 'error',
      from: { path: '^server/src/([^/]+)/', pathNot: '(?:\\.spec\\.ts$|/testing/)' },
      to: { path: '^server/src/[^/]+/.+', pathNot: ['^server/src/$1/', '^server/src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'app-imports-modules-at-index',
      severity: 'error',
      from: { path: '^server/src/[^/]+\\.ts$', pathNot: '\\.spec\\.ts$' },
      to: { path: '^server/src/[^/]+/.+', pathNot: '^server/src/[^/]+/index\\.ts$' },
    },
    {
      name: 'nobody-imports-listeners',
      comment:
        'audit and notifications listen to events; only app.module wires them, and specs of the whole application.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(?:(?:audit|notifications)/|app\\.module\\.ts$|.*\\.spec\\.ts$)',
      },
      to: { path: '^server/src/(?:audit|notifications)/' },
    },
    {
      name: 'server-and-client-are-apart',
      severity: 'error',
      from: { path: '^(server|client)/' },
      to: { path: '^(?:server|client)/', pathNot: '^$1/' },
    },
    {
      name: 'client-features-do-not-meet',
      severity: 'error',
      from: { path: '^client/src/app/([^/]+)/' },
      to: { path: '^client/src/app/[^/]+/', pathNot: ['^client/src/app/$1/', '^client/src/app/shared/'] },
    },
    {
      name: 'client-shared-knows-no-feature',
      severity: 'error',
      from: { path: '^client/src/app/shared/' },
      to: { path: '^client/src/app/(?!shared/)' },
    },
    {
      name: 'client-data-knows-no-ui',
      comment: 'Rules and stores open no dialogs; of shared/ui they use toasts, names of icons and tones.',
      severity: 'error',
      from: { path: '^client/src/app/(?:[^/]+/data|studio/[^/]+)/', pathNot: '/ui/' },
      to: {
        path: '^client/src/app/.+/ui/',
        pathNot: '^client/src/app/shared/ui/(?:toast/|icon/|badge\\.ts$)',
      },
    },
    {
      name: 'result-modes-do-not-meet',
      comment: 'What they share is in studio/results.',
      severity: 'error',
      from: { path: '^client/src/app/studio/results/(table|map|chart|json|plan)/' },
      to: {
        path: '^client/src/app/studio/results/(?:table|map|chart|json|plan)/',
        pathNot: '^client/src/app/studio/results/$1/',
      },
    },
    {
      name: 'engines-stay-behind-the-connector',
      severity: 'error',
      from: { path: `^server/src/${features}/`, pathNot: ['^server/src/connections/', '/testing/', '\\.spec\\.ts$'] },
      to: { path: '^server/src/connections/engines/' },
    },
    {
      name: 'native-engines-stay-in-child-programs',
      comment: 'One statement can end the process that DuckDB runs in, so the server never loads it.',
      severity: 'error',
      from: {
        path: '^(?:server/src|libs)/',
        pathNot: [childPrograms, '^server/src/demo/', '/testing/', '\\.spec\\.ts$'],
      },
      to: { path: '(?:^|node_modules/)@duckdb/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'child-programs-are-started-not-imported',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [childPrograms, '/testing/', '\\.spec\\.ts$'] },
      to: { path: childPrograms, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'guards-read-no-text',
      comment:
        'What a statement may do is decided by its engine; libs/sql splits and reads texts for the comfort of editing.',
      severity: 'error',
      from: {
        path: '(?:/duckdb/guard/.+|(?:^|/)(?:statement-guard|statement-gate|statement-parser|query-tree|known-functions|engine-plan|opened-file|[^/]*authorizer[^/]*))\\.ts$',
        // Finds where the inner statement of an EXPLAIN begins; the engine judges both parts (decision 0018).
        pathNot: '/duckdb/guard/wrapped-statement\\.ts$',
      },
      to: { path: '^libs/(?:sql|write-safety)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-production-code',
      severity: 'error',
      from: { pathNot: '(?:\\.spec\\.ts$|/testing/|^e2e/|^bench/|^tools/)' },
      to: { path: '(?:\\.spec\\.ts$|/testing/)' },
    },
    {
      name: 'only-declared-dependencies',
      severity: 'error',
      from: { path: '^(?:server/src|libs)/', pathNot: '(?:\\.spec\\.ts$|/testing/)' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['type-only'],
        // Node's own modules; the cruiser's list of them lags behind.
        pathNot: '^node:',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(?:^|/)(?:dist|node_modules/\\.cache|fixtures)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
