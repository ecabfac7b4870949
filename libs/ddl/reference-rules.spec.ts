import { expect, it } from '@jest/globals';
import { referenceRules } from './reference-rules.js';

it.each([
  ['FOREIGN KEY (a) REFERENCES users(id)', ''],
  ['FOREIGN KEY (a) REFERENCES users(id) NOT VALID', ''],
  ['FOREIGN KEY (a) REFERENCES users(id) ON DELETE CASCADE', ' ON DELETE CASCADE'],
  [
    'FOREIGN KEY (a) REFERENCES users(id) ON UPDATE CASCADE ON DELETE SET NULL',
    ' ON UPDATE CASCADE ON DELETE SET NULL',
  ],
  [
    'FOREIGN KEY (a) REFERENCES users(id) ON DELETE SET DEFAULT ("a ) ""b") DEFERRABLE',
    ' ON DELETE SET DEFAULT DEFERRABLE',
  ],
  [
    'FOREIGN KEY (a) REFERENCES users(id) MATCH FULL ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED NOT VALID',
    ' MATCH FULL ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED',
  ],
  ['FOREIGN KEY (a) REFERENCES "x) ON DELETE CASCADE"("id) ON DELETE CASCADE")', ''],
  ['FOREIGN KEY (a) REFERENCES "x ON DELETE CASCADE"(id) ON UPDATE SET NULL', ' ON UPDATE SET NULL'],
  ['UNIQUE (a)', ''],
])('reads %s', (definition, rules) => {
  expect(referenceRules(definition)).toBe(rules);
});

it('takes a time linear in a name of quotes', () => {
  const name = `) ON DELETE SET NULL (${'""'.repeat(40)}x`;
  expect(referenceRules(`FOREIGN KEY ("${name}") REFERENCES users(id)`)).toBe('');
});
