import tseslint from 'typescript-eslint';

/** The variable of the environment by which ESLint leaves rules that need types to oxlint, which runs beside it. */
export const LINT_BESIDE = 'LINT_BESIDE';
export const OXLINT = 'oxlint';

/**
 * The last part of ESLint's configuration: none in editors and `npm run fix`, where ESLint checks every rule. In
 * `npm run check`, rules with types are off and no file is parsed with types.
 * @returns {import('typescript-eslint').ConfigArray}
 */
export function besideOxlint() {
  return process.env[LINT_BESIDE] === OXLINT ? [{ files: ['**/*.ts'], ...tseslint.configs.disableTypeChecked }] : [];
}
