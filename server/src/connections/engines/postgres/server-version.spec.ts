import { describe, expect, it } from '@jest/globals';
import { serverInfo } from './server-version.js';

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
