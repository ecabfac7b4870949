import { describe, expect, it } from '@jest/globals';
import { JOB_WORKS, SCOPES, mayReadJobData, missingJobScopes } from './index.js';
import type { JobWork, Scope } from './index.js';

describe('a job', () => {
  it.each<[JobWork, Scope[] | null, Scope[]]>([
    ['read-schema', null, []],
    ['read-schema', ['read'], []],
    ['read-schema', ['manage'], ['read']],
    ['read-data', ['query'], []],
    ['read-data', ['manage', 'read', 'write'], ['query']],
    ['write-data', ['query', 'write'], []],
    ['write-data', ['write'], ['query']],
    ['write-data', ['query'], ['write']],
    ['write-data', [], ['query', 'write']],
    ['maintain', ['write'], []],
    ['maintain', ['manage', 'query', 'read'], ['write']],
    ['run-code', ['query', 'write', 'admin'], []],
    ['run-code', ['manage', 'admin'], ['query', 'write']],
    ['run-code', null, []],
  ])('that is to %s lacks for a token of %j the scopes %j', (work, scopes, expected) => {
    expect(missingJobScopes({ scopes }, work)).toEqual(expected);
  });

  it.each(JOB_WORKS)('that is to %s is never let through by managing alone', (work) => {
    expect(missingJobScopes({ scopes: ['manage', 'mcp', 'tiles'] }, work)).not.toEqual([]);
    expect(missingJobScopes({ scopes: SCOPES }, work)).toEqual([]);
  });

  it.each<[Scope[] | null, boolean]>([
    [null, true],
    [['query'], true],
    [['read', 'manage', 'write', 'tiles', 'mcp', 'admin'], false],
  ])('shows what it read to a token of %j: %s', (scopes, expected) => {
    expect(mayReadJobData({ scopes })).toBe(expected);
  });
});
