import { describe, expect, it } from '@jest/globals';
import { commitsResetAtOnce, supportsTransactionIds, serverInfo } from './server-version.js';

describe('serverInfo', () => {
  it.each([
    ['PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc', 'PostgreSQL', '15.18'],
    ['PostgreSQL 18beta1 on aarch64', 'PostgreSQL', '18beta1'],
    ['CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu, built 2024/05/15)', 'CockroachDB CCL', '24.1.0'],
    ['Something else', 'Something else', ''],
  ])('reads %j', (text, product, version) => {
    expect(serverInfo(text)).toEqual({ product, version });
  });
});

describe('commitsResetAtOnce', () => {
  it.each([
    ['15.18 (Debian 15.18-0+deb12u1)', true],
    ['15.1', false],
    ['14.7', true],
    ['13.9', false],
    ['16.0', true],
    ['18.4', true],
    ['12.22', false],
    ['13.0.0', false],
    ['18beta1', false],
    [null, false],
  ])('judges %s', (version, expected) => {
    expect(commitsResetAtOnce(version)).toBe(expected);
  });
});

describe('supportsTransactionIds', () => {
  it.each([
    ['PostgreSQL 15.18 (Debian 15.18-0+deb12u1)', true],
    ['PostgreSQL 18beta1 on aarch64', true],
    ['PostgreSQL 10.0', true],
    ['PostgreSQL 8.0.2 on i686-pc-linux-gnu, Redshift 1.0', false],
    ['CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu)', false],
  ])('judges %j', (text, expected) => {
    expect(supportsTransactionIds(serverInfo(text))).toBe(expected);
  });

  it('takes a server that has not answered for PostgreSQL', () => {
    expect(supportsTransactionIds(null)).toBe(true);
  });
});
