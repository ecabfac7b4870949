/** What `@jest/globals` exports; imports follow each assignment, also those of modules that were loaded long before. */
export let { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = noGlobals();

/**
 * Sets them for the test file that runs next.
 * @param {ReturnType<typeof noGlobals>} globals
 */
export function setJestGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}

/** @returns {typeof import('@jest/globals')} */
function noGlobals() {
  return /** @type {typeof import('@jest/globals')} */ ({});
}
