import regexp from 'eslint-plugin-regexp';

/** The package of the rules, as oxlint loads it. */
export const PATTERN_RULES = 'eslint-plugin-regexp';

/** A pattern that takes a square of a text's length, or more, holds up the process that reads the text. */
export const LINEAR_PATTERNS = {
  files: ['server/**/*.ts', 'libs/**/*.ts', 'client/**/*.ts'],
  ignores: [
    '**/*.spec.ts',
    '**/testing/**',
    // Monaco tries each pattern at one place only.
    'client/src/app/shared/editor/ui/sql-language.ts',
    'libs/dialects/*/editor.ts',
  ],
  plugins: { regexp },
  rules: /** @type {import('eslint').Linter.RulesRecord} */ ({
    'regexp/no-super-linear-backtracking': 'error',
    'regexp/no-super-linear-move': ['error', { report: 'certain' }],
  }),
};
