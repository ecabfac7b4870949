import { expect, it } from '@jest/globals';
import type { ColumnDetails } from '#libs/api';
import { columnRemark } from './column-remark';

const PLAIN: ColumnDetails = {
  ...{ name: 'a', type: 'integer', kind: 'integer', nullable: true, default: null },
  ...{ is_generated: false, identity: null, comment: null },
};

it.each<[Partial<ColumnDetails>, string]>([
  [{}, ''],
  [{ nullable: false, default: '1', comment: 'Count' }, 'not null · default 1 · Count'],
  [{ is_generated: true, default: '(b * 1.19)' }, 'generated as (b * 1.19)'],
  [{ is_generated: true }, 'generated'],
  [{ nullable: false, identity: 'always' }, 'not null · identity always'],
  [{ identity: 'by_default' }, 'identity by default'],
])('of a column with %j is %j', (change, remark) => {
  expect(columnRemark({ ...PLAIN, ...change })).toBe(remark);
});
