import { expect, it } from '@jest/globals';
import { withoutTerminator } from './without-terminator.js';

it.each([
  ['SELECT 1', 'SELECT 1'],
  ['SELECT 1 ;\n; ', 'SELECT 1'],
  ['SELECT 1; -- note', 'SELECT 1'],
  ['SELECT 1 -- note; more\n;', 'SELECT 1 -- note; more'],
  ['SELECT 1; /* a; /* b */ */ ;', 'SELECT 1'],
  ["SELECT ';' -- x\n", "SELECT ';' -- x"],
  ['SELECT 1 /* mark */', 'SELECT 1 /* mark */'],
  ['SELECT 1 /* mark */ ; ', 'SELECT 1 /* mark */'],
  ['SELECT 1; SELECT 2;', 'SELECT 1; SELECT 2'],
  [' -- above\nSELECT $$;$$;', ' -- above\nSELECT $$;$$'],
  ['; -- nothing', ''],
])('%j ends as %j', (sql, text) => {
  expect(withoutTerminator(sql, 'postgres')).toBe(text);
});
