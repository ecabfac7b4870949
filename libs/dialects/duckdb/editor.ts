import type { EditorLanguage } from '../editor/editor-language.js';
import { DOLLAR_RULES, wordsWithout } from '../editor/shared-words.js';
import { wordList } from '../words.js';

/** Words of Postgres that are names like any other here; from `duckdb_keywords()`, types likewise. */
const NAMES = `
  auto_increment autoincrement elseif leakproof open raise regexp rel return session_user usage
  bigserial box cidr circle geography hstore jsonb lseg macaddr money point polygon regclass regproc serial
  smallserial tsquery tsvector void`;
const OWN_KEYWORDS = wordList('anti lambda persistent pivot_longer pivot_wider respect secret sorted unpack variable');

const { keywords, types } = wordsWithout(NAMES);

/** The SQL of DuckDB as an editor colours it. */
export const DUCKDB_EDITOR: EditorLanguage = { keywords: [...keywords, ...OWN_KEYWORDS], types, rules: DOLLAR_RULES };
