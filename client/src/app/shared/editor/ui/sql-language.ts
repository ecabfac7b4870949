import type { languages } from 'monaco-editor';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { editorLanguage } from '#libs/dialects/editor';

/** Colours for SQL as a dialect writes it. Where comments do not nest, the first end closes them all. */
export function sqlTokens(dialect: SqlDialect): languages.IMonarchLanguage {
  const { keywords, types, rules } = editorLanguage(dialect);
  const { hasNestedComments } = dialectOf(dialect).lexer;
  const nested: languages.IMonarchLanguageRule[] = hasNestedComments ? [[/\/\*/, 'comment', '@push']] : [];
  return {
    ignoreCase: true,
    defaultToken: '',
    keywords,
    types,
    tokenizer: {
      root: [
        [/\s+/, ''],
        [/--.*$/, 'comment'],
        [/\/\*/, 'comment', '@comment'],
        ...rules,
        [/"/, 'identifier', '@quoted'],
        [/\b(?:0x[0-9a-f]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)\b/, 'number'],
        [/[$:]\d+|[$:@][a-z_]\w*/, 'variable'],
        [
          /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*(?![\w$\u0080-\uffff])(?=\s*\()/,
          { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'predefined' } },
        ],
        [
          /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
          { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'identifier' } },
        ],
        [/[-+*/<>=~!@#%^&|`?:]+/, 'operator'],
        [/[;,.]/, 'delimiter'],
        [/[()[\]{}]/, '@brackets'],
      ],
      comment: [[/[^/*]+/, 'comment'], ...nested, [/\*\//, 'comment', '@pop'], [/[/*]/, 'comment']],
      string: [
        [/[^']+/, 'string'],
        [/''/, 'string'],
        [/'/, 'string', '@pop'],
      ],
      escaped: [
        [/[^'\\]+/, 'string'],
        [/\\./, 'string'],
        [/''/, 'string'],
        [/'/, 'string', '@pop'],
        [/\\$/, 'string'],
      ],
      quoted: [
        [/[^"]+/, 'identifier'],
        [/""/, 'identifier'],
        [/"/, 'identifier', '@pop'],
      ],
      dollar: [
        [/[^$]+/, 'string'],
        [
          /\$[a-z_\u0080-\uffff]?[a-z0-9_\u0080-\uffff]*\$/,
          { cases: { '$0==$S2': { token: 'string', next: '@pop' }, '@default': 'string' } },
        ],
        [/\$/, 'string'],
      ],
    },
  };
}

/** Comments, brackets and pairs. */
export const SQL_CONFIGURATION: languages.LanguageConfiguration = {
  comments: { lineComment: '--', blockComment: ['/*', '*/'] },
  brackets: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ],
  colorizedBracketPairs: [],
  autoClosingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: '{', close: '}' },
    { open: "'", close: "'", notIn: ['string', 'comment'] },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ],
  surroundingPairs: ['()', '[]', '{}', "''", '""'].map((pair) => ({ open: pair.charAt(0), close: pair.charAt(1) })),
};
