import { behavesLikeDialect } from './testing/behaves-like-dialect.js';

behavesLikeDialect('postgres', {
  tokens: [
    ["SELECT $a$;$a$, E'\\''", ['SELECT', '$a$;$a$', ',', 'E', "'\\''"]],
    ['a /* /* ; */ */ b', ['A', 'B']],
    ['a -- ;\rb', ['A', 'B']],
    ['[a]', ['[', 'A', ']']],
    ['`a`', ['`', 'A', '`']],
    ['a\u00A0b', ['A\u00A0B']],
  ],
  statements: [
    ['CREATE RULE r AS ON INSERT TO t DO (a; b); c', ['CREATE RULE r AS ON INSERT TO t DO (a; b)', 'c']],
    ['CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END; c', ['CREATE FUNCTION f() BEGIN ATOMIC SELECT 1; END', 'c']],
  ],
  names: [
    ['a', 'a'],
    ['A', '"A"'],
    ['a"b', '"a""b"'],
    ['select', '"select"'],
    ['asof', 'asof'],
  ],
  literals: [
    ["it's", "'it''s'"],
    ['a\\b', "E'a\\\\b'"],
  ],
  bytes: [
    ['00fF', '\\x00ff'],
    ['', '\\x'],
  ],
  parameters: [
    ['SELECT :a', ['a']],
    ['SELECT a :b', ['b']],
    ['SELECT @a, $b', []],
  ],
  transactions: { outside: ['VACUUM', 'ALTER SYSTEM SET a = 1', 'DISCARD ALL'], inside: ['SET a = 1', 'SAVEPOINT a'] },
});

behavesLikeDialect('duckdb', {
  tokens: [
    ["SELECT $a$;$a$, E'\\''", ['SELECT', '$a$;$a$', ',', 'E', "'\\''"]],
    ['a /* /* ; */ */ b', ['A', 'B']],
    ['a -- ;\rb', ['A', 'B']],
    ['[a]', ['[', 'A', ']']],
    ['a\u00A0b', ['A', 'B']],
  ],
  statements: [['(a; b)', ['(a', 'b)']]],
  names: [
    ['A', 'A'],
    ['a"b', '"a""b"'],
    ['asof', '"asof"'],
    ['localtime', 'localtime'],
  ],
  literals: [
    ["it's", "'it''s'"],
    ['a\\b', "'a\\b'"],
    ['a\0b', "('a' || chr(0) || 'b')"],
    ["\0\0it's", "(('' || chr(0) || '') || chr(0) || 'it''s')"],
  ],
  bytes: [
    ['00fF', '\\x00\\xFF'],
    ['', ''],
  ],
  parameters: [
    ['SELECT :a, $b', ['a', 'b']],
    ['SELECT a :b', []],
    ['SELECT @a', []],
  ],
  transactions: { outside: ['CHECKPOINT', 'SET a = 1', "ATTACH 'x'"], inside: ['VACUUM'] },
});

behavesLikeDialect('sqlite', {
  tokens: [
    ["E'\\'", ['E', "'\\'"]],
    ['a /* /* ; */ b', ['A', 'B']],
    ['a -- ;\rb\nc', ['A', 'C']],
    ['[a;b] `c;d`', ['[a;b]', '`c;d`']],
    ['$a(;)', ['$a(;)']],
  ],
  statements: [
    ['(a; b)', ['(a', 'b)']],
    [
      'CREATE TRIGGER t AFTER INSERT ON u BEGIN SELECT 1; END; c',
      ['CREATE TRIGGER t AFTER INSERT ON u BEGIN SELECT 1; END', 'c'],
    ],
  ],
  names: [
    ['A', 'A'],
    ['a"b', '"a""b"'],
    ['raise', '"raise"'],
    ['user', 'user'],
  ],
  literals: [
    ['a\\b', "'a\\b'"],
    ['a\0b', "('a' || char(0) || 'b')"],
  ],
  bytes: [
    ['00fF', "X'00FF'"],
    ['', "X''"],
  ],
  parameters: [
    ['SELECT :a, @b, $c', ['a', 'b', 'c']],
    ['SELECT a :b', ['b']],
  ],
  transactions: { outside: ['SAVEPOINT a', 'VACUUM', 'PRAGMA a'], inside: ['SET a = 1'] },
});
