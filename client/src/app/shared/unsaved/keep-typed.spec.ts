import { describe, expect, it } from '@jest/globals';
import { keepTyped } from './keep-typed';

describe('keepTyped', () => {
  const sent = { id: '', name: ' Orders ', steps: [{ sql: 'SELECT 1' }] };
  const saved = { id: 'p', name: 'Orders', steps: [{ sql: 'SELECT 1' }] };

  it('takes what was saved where nothing was typed since', () => {
    expect(keepTyped(sent, { ...sent, steps: [{ sql: 'SELECT 1' }] }, saved)).toEqual(saved);
  });

  it('keeps the fields that were changed since they were sent', () => {
    const steps = [{ sql: 'SELECT 12' }];
    expect(keepTyped(sent, { ...sent, steps }, saved)).toEqual({ ...saved, steps });
    expect(keepTyped(sent, { ...sent, name: '' }, saved)).toEqual({ ...saved, name: '' });
  });
});
