import { describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import { duckdbSample, postgresSample } from '../../../testing/connection-samples';
import { canPreviewChanges } from './writing-text';

describe('canPreviewChanges', () => {
  it.each<[string, Connection | null, boolean]>([
    ['no connection', null, false],
    ['Postgres', postgresSample(), true],
    ['Postgres whose writes are reviewed', postgresSample({ writes: 'review' }), false],
    ['Postgres that is read-only', postgresSample({ writes: 'none', read_only: true }), false],
    ['a person who may only query', postgresSample({ access: 'query' }), false],
    [
      'an engine that rehearses only rows',
      duckdbSample({ writes: 'direct', capabilities: { ...postgresSample().capabilities, statement_changes: false } }),
      false,
    ],
  ])('of %s', (_, connection, can) => {
    expect(canPreviewChanges(connection)).toBe(can);
  });
});
