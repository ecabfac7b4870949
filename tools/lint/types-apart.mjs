import tseslint from 'typescript-eslint';

/** The variable of the environment by which ESLint leaves rules that need types to `lint-with-types.mjs`. */
export const LINT_TYPES = 'LINT_TYPES';
export const APART = 'apart';

/** Have a comment that disables a rule with types, which looks unused where such rules are off. */
const DISABLING = [
  'server/src/auth/oidc/identity-provider.ts',
  'server/src/connections/engines/postgres/client/session-pool.ts',
];

/**
 * The last parts of ESLint's configuration: none in editors and `npm run fix`, where ESLint checks every rule. In
 * `npm run check`, rules with types are off and no file is parsed with types.
 * @returns {import('typescript-eslint').ConfigArray}
 */
export function typesApart() {
  if (process.env[LINT_TYPES] !== APART) return [];
  return [
    { files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked },
    { files: DISABLING, linterOptions: { reportUnusedDisableDirectives: 'off' } },
  ];
}
