import { createRequire } from 'node:module';
import { setJestGlobals } from './jest-globals.mjs';
import { nextRunOf, sourceMaps } from './module-hooks.mjs';

/** @typedef {typeof import('jest-runtime', { with: { 'resolution-mode': 'require' } }).default} RuntimeClass */

const require = createRequire(import.meta.url);
/** @type {RuntimeClass} */
const Runtime = require('jest-runtime').default;

/** What Jest's framework keeps in the global object for one test file. */
const OF_ONE_FILE = [
  ...['EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES_SETTER', 'RETRY_TIMES'].map((name) => Symbol.for(name)),
  ...['WAIT_BEFORE_RETRY', 'RETRY_IMMEDIATELY', 'LOG_ERRORS_BEFORE_RETRY'].map((name) => Symbol.for(name)),
];
const FRAMEWORK_STATE = 'JEST_STATE_SYMBOL';

/**
 * Lets Node itself load the modules of test files, so that all files of a worker share them, instead of loading them
 * anew for each file into a sandbox. Only files with tests are loaded anew. Modules cannot be replaced by mocks.
 */
export default class NativeRuntime extends Runtime {
  #path;

  /** @param {ConstructorParameters<RuntimeClass>} parameters */
  constructor(...parameters) {
    // Jest replaces this function of the sandbox's process, which is here the process itself.
    const { getBuiltinModule } = process;
    super(...parameters);
    process.getBuiltinModule = getBuiltinModule;
    this.#path = parameters[6];
  }

  /** @override */
  unstable_shouldLoadAsEsm() {
    return true;
  }

  /**
   * @override
   * @param {string} path
   */
  async unstable_importModule(path) {
    return import(nextRunOf(path));
  }

  /**
   * Loads Jest's framework anew: its hooks and tests are those of one file.
   * @override
   * @template T
   * @param {string} path
   * @returns {T}
   */
  requireInternalModule(path) {
    for (const key of OF_ONE_FILE) Reflect.deleteProperty(globalThis, key);
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (key.description === FRAMEWORK_STATE) Reflect.deleteProperty(globalThis, key);
    }
    Reflect.deleteProperty(require.cache, require.resolve(path));
    return require(path);
  }

  /**
   * @override
   * @param {Parameters<InstanceType<RuntimeClass>['setGlobalsForRuntime']>[0]} globals
   */
  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    setJestGlobals(this['jestGlobals'].cjsGlobals(this.#path));
  }

  /** @override */
  getSourceMaps() {
    return sourceMaps;
  }
}
