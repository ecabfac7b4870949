import { describe, expect, it } from '@jest/globals';
import { STATE_OUTAGE_TEXT, stateOutageOf } from './state-outage.js';

describe('stateOutageOf', () => {
  it.each([
    ['SQLITE_FULL', 'full'],
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED_SHAREDCACHE', 'busy'],
    ['SQLITE_CORRUPT_INDEX', 'damaged'],
    ['SQLITE_NOTADB', 'damaged'],
    ['SQLITE_READONLY_DBMOVED', 'read-only'],
    ['SQLITE_IOERR_WRITE', 'failing'],
    ['SQLITE_NOMEM', 'failing'],
    ['SQLITE_INTERRUPT', 'failing'],
    ['SQLITE_CANTOPEN', 'failing'],
    ['SQLITE_CONSTRAINT_UNIQUE', null],
    ['SQLITE_ERROR', null],
    ['SQLITE_MISMATCH', null],
    ['53100', 'full'],
    ['53300', 'unreachable'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['40P01', 'busy'],
    ['25006', 'read-only'],
    ['25P03', 'unreachable'],
    ['57P01', 'unreachable'],
    ['08006', 'unreachable'],
    ['58030', 'failing'],
    ['XX001', 'damaged'],
    ['XX000', null],
    ['23505', null],
    ['42P01', null],
    ['ECONNREFUSED', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
    ['EAI_AGAIN', 'unreachable'],
    ['ERR_ASSERTION', null],
  ])('takes %s for %s', (code, outage) => {
    expect(stateOutageOf({ code, message: 'whatever' })).toBe(outage);
  });

  it.each([
    ['Connection terminated unexpectedly', 'unreachable'],
    ['timeout exceeded when trying to connect', 'unreachable'],
    ['Client has encountered a connection error and is not queryable', 'unreachable'],
    ['The database connection is not open', 'unreachable'],
    ['Cannot read properties of undefined', null],
  ])('takes an error without a code that says "%s" for %s', (message, outage) => {
    expect(stateOutageOf({ message })).toBe(outage);
  });

  it('has a sentence for each that says what to do', () => {
    for (const text of Object.values(STATE_OUTAGE_TEXT)) expect(text).toMatch(/\. [A-Z].*\.$/);
  });
});
