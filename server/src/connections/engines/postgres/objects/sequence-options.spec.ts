import { expect, it } from '@jest/globals';
import { sequenceOptions, type ScriptSequence } from './sequence-options.js';

const SEQUENCE: ScriptSequence = {
  ...{ name: 's', has_usual_name: true, is_identity: false, is_unlogged: false, type: 'bigint', cycles: false },
  ...{ start: '1', increment: '1', min: '1', max: '9223372036854775807', cache: '1' },
};

it.each<[string, Partial<ScriptSequence>, string[]]>([
  ['a bigint', {}, []],
  ['an integer', { type: 'integer', max: '2147483647' }, []],
  [
    'a smallint that counts down',
    { type: 'smallint', increment: '-1', start: '-1', min: '-32768', max: '-1' },
    ['INCREMENT BY -1'],
  ],
  ['a start behind the least value', { min: '5', start: '10' }, ['START WITH 10', 'MINVALUE 5']],
  ['a start at the least value', { min: '5', start: '5', increment: '3' }, ['INCREMENT BY 3', 'MINVALUE 5']],
  [
    'everything that can be set',
    { type: 'integer', increment: '-2', start: '7', min: '-9', max: '9', cache: '20', cycles: true },
    ['START WITH 7', 'INCREMENT BY -2', 'MINVALUE -9', 'MAXVALUE 9', 'CACHE 20', 'CYCLE'],
  ],
])('writes what differs from the defaults of %s', (_, change, expected) => {
  expect(sequenceOptions({ ...SEQUENCE, ...change })).toEqual(expected);
});
