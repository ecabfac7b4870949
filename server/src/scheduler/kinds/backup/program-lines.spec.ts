import { expect, it } from '@jest/globals';
import { levelOf } from './backup-kind.js';

it.each([
  ['error: query failed: ERROR:  canceling statement due to lock timeout', 'error'],
  ['fatal: out of memory', 'error'],
  ['connection to server at "db" failed: FATAL:  password authentication failed', 'error'],
  ['FATAL:  terminating connection due to administrator command', 'error'],
  ['warning: there are circular foreign-key constraints on this table:', 'warn'],
  ['dumping contents of table "public.ERROR"', 'info'],
  ['dumping contents of table "public.FATAL_ERRORS"', 'info'],
  ['creating TABLE "public.ERROR_LOG"', 'info'],
])('%s is logged as %s', (line, level) => {
  expect(levelOf(line)).toBe(level);
});
