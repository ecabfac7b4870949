import { describe, expect, it } from '@jest/globals';
import { roleAdvice } from './role-advice.js';

describe('the advice about the role of a read-only connection', () => {
  it.each([
    [true, true, /superuser.*is safer\.$/],
    [true, false, /superuser.*is safer\.$/],
    [false, true, /role app has the right to\. A role without that right is safer\.$/],
  ])('for superuser %s, may write %s is %s', (isSuperuser, canWrite, sentence) => {
    expect(roleAdvice({ name: 'app', isSuperuser, canWrite })).toMatch(sentence);
  });

  it('is none for a role that cannot write', () => {
    expect(roleAdvice({ name: 'reader', isSuperuser: false, canWrite: false })).toBeNull();
  });
});
