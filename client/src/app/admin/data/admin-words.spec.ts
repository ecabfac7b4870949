import { describe, expect, it } from '@jest/globals';
import type { AdminConnection } from '#libs/api';
import { poolText, serverText } from './admin-words';

describe('the words of Admin', () => {
  it.each<[AdminConnection['server'], number | null, string]>([
    [{ product: 'PostgreSQL', version: '15.20' }, 1.7, 'PostgreSQL 15.20, 2 ms'],
    [{ product: 'DuckDB', version: '1.5.5' }, null, 'DuckDB 1.5.5'],
    [null, 12, '12 ms'],
    [null, null, ''],
  ])('name the server %j that answers in %p ms', (server, latency, text) => {
    const health = { state: 'idle' as const, last_error: null, latency_ms: latency, checked_at: null };
    expect(serverText({ server, health })).toBe(text);
  });

  it('say how busy a pool is', () => {
    expect(poolText({ max: 10, open: 3, busy: 1, waiting: 0 })).toBe('1 busy, 3 open of 10');
    expect(poolText({ max: 4, open: 4, busy: 4, waiting: 7 })).toBe('4 busy, 4 open of 4, 7 waiting');
    expect(poolText(null)).toBe('');
  });
});
