import { describe, expect, it } from '@jest/globals';
import { actsAsAdministrator, mayPlaceConnections } from './index.js';
import type { Actor } from './index.js';

describe('an administrator', () => {
  it.each<[Actor['role'], Actor['scopes'], Actor['connectionIds'], boolean, boolean]>([
    ['admin', null, null, true, true],
    ['admin', ['admin'], null, true, true],
    ['admin', ['manage'], null, false, false],
    ['admin', null, ['shop'], true, false],
    ['admin', ['manage', 'admin'], ['shop'], true, false],
    ['admin', ['manage'], ['shop'], false, false],
    ['user', null, null, false, false],
    ['user', ['admin'], null, false, false],
  ])(
    '%s with scopes %j for %j acts as one: %s, says where connections point: %s',
    (role, scopes, ids, acts, places) => {
      const actor = { role, scopes, connectionIds: ids };
      expect([actsAsAdministrator(actor), mayPlaceConnections(actor)]).toEqual([acts, places]);
    },
  );
});
