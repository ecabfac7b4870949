import { DIALECT_NAMES } from './dialect-names.mjs';

/** The project's own rules, as oxlint loads them. */
export default { meta: { name: 'workbench' }, ...DIALECT_NAMES.plugins.workbench };
