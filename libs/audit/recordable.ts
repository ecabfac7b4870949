import { DIALECT_NAMES } from '../dialects/index.js';
import { withoutLiterals } from '../sql/index.js';
import type { PerformedAction } from './performed-action.js';

/** What stands where a secret was. */
export const HIDDEN = '[hidden]';

/** Longest text that is written down, in UTF-16 code units; more is cut off, so that one request cannot fill the disk. */
export const MAX_RECORDED_CHARS = 2000;
const MAX_LIST_ITEMS = 200;

const SECRET_NAME =
  /pass(?:word|wd|phrase|code)s?$|(?:^|[_-])pass$|secrets?$|tokens?$|credentials?$|cookies?$|authori[sz]ation$|(?:api|private|access|secret|signing)_?keys?$|verifier$|nonce$/i;
const TOKEN_COUNT = /tokens$/i;
const SQL_NAME = /(?:^|_)(?:sql|query|statements?)$/i;
/** Tokens of the workbench, bearer headers, passwords in addresses, stored passwords, private keys. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/svc_[0-9A-Za-z]{16,}/g, HIDDEN],
  [/whsec_[0-9A-Za-z+/=]{16,}/g, HIDDEN],
  [/\b(bearer|basic)\s+[0-9A-Za-z._~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/(:\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${HIDDEN}@`],
  [/enc:v1:[0-9A-Za-z+/=_.:-]+/g, HIDDEN],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, HIDDEN],
];

/**
 * A fact as it may be written down for good. Publishers leave secrets out; this is the net below them: texts and numbers
 * under a name that is a secret's, texts that look like one, and the strings and comments of SQL are hidden. What is long is cut off, and what JSON or a
 * database cannot keep exactly is made so that they can.
 */
export function recordable({ action, actor, outcome, object, details }: PerformedAction): PerformedAction {
  return {
    action,
    outcome,
    actor: actor && {
      kind: actor.kind,
      userId: text(actor.userId),
      name: text(actor.name),
      tokenId: orNull(actor.tokenId),
    },
    object: { kind: text(object.kind), id: text(object.id), name: orNull(object.name) },
    details: Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        text(name),
        isSecretName(name) ? hidden(name, value) : plain(SQL_NAME.test(name) ? withoutStrings(value) : value),
      ]),
    ),
  };
}

/** Whether what is called `name` is a secret. Ids and names of secrets are none: `token_id`, `token_name`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

type Detail = PerformedAction['details'][string];

/**
 * Yes, no and nothing reveal no secret: `password: true` says that one was set. Nor does a number of tokens:
 * `input_tokens: 812` is how many a model has read.
 */
function hidden(name: string, value: Detail): Detail {
  const isCount = typeof value === 'number' && TOKEN_COUNT.test(name);
  return isCount || typeof value === 'boolean' || value === null ? value : HIDDEN;
}

/** SQL of any database: what is a string by the rules of one of them is left out. */
function withoutStrings(value: Detail): Detail {
  const blanked = (sql: string) => DIALECT_NAMES.reduce((rest, dialect) => withoutLiterals(rest, dialect), sql);
  if (typeof value === 'string') return blanked(value);
  return Array.isArray(value) ? value.map((sql: string) => blanked(sql)) : value;
}

function plain(value: Detail): Detail {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'boolean' || value === null) return value;
  return value.slice(0, MAX_LIST_ITEMS).map(text);
}

function orNull(value: string | null): string | null {
  return value === null ? null : text(value);
}

function text(value: string): string {
  const clean = SECRET_TEXTS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), storable(value));
  return clean.length <= MAX_RECORDED_CHARS ? clean : `${storable(clean.slice(0, MAX_RECORDED_CHARS - 1))}…`;
}

/** As every state keeps it: Postgres has no place for U+0000, and UTF-8 no bytes for halves of characters. */
function storable(value: string): string {
  return value.replaceAll('\0', '\u2400').replace(/\p{Surrogate}/gu, '\ufffd');
}
