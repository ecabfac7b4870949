import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { HIDDEN, MAX_RECORDED_CHARS, canonicalJson, isSecretName, recordable } from './index.js';
import type { PerformedAction } from './index.js';

const fact = (change: Partial<PerformedAction> = {}): PerformedAction => ({
  action: 'user.change',
  actor: { kind: 'user', userId: 'ann', name: 'ann@example.org', tokenId: null },
  outcome: 'done',
  object: { kind: 'user', id: 'bob', name: 'bob@example.org' },
  details: {},
  ...change,
});
const details = (value: PerformedAction['details']) => recordable(fact({ details: value })).details;

describe('recordable', () => {
  it.each([
    ['password', true],
    ['newPassword', true],
    ['new_password', true],
    ['passwd', true],
    ['pass', true],
    ['passphrase', true],
    ['token', true],
    ['access_token', true],
    ['refreshTokens', true],
    ['client_secret', true],
    ['Authorization', true],
    ['set-cookie', true],
    ['api_key', true],
    ['apiKey', true],
    ['private_key', true],
    ['credentials', true],
    ['code_verifier', true],
    ['token_id', false],
    ['token_name', false],
    ['password_set', false],
    ['secret_count', false],
    ['primary_key', false],
    ['key', false],
    ['compass', false],
    ['run_id', false],
    ['grants', false],
  ])('takes %s for the name of a secret: %s', (name, isSecret) => {
    expect(isSecretName(name)).toBe(isSecret);
  });

  it('keeps numbers of tokens, which are no secrets', () => {
    const counts = { input_tokens: 812, outputTokens: 64, tokens: 3 };
    expect(details(counts)).toEqual(counts);
    expect(details({ input_tokens: 'svc', refresh_tokens: ['a'], token: 7 })).toEqual({
      input_tokens: HIDDEN,
      refresh_tokens: HIDDEN,
      token: HIDDEN,
    });
  });

  it('hides texts, numbers and lists of secrets, and keeps whether there is one', () => {
    expect(details({ password: 'open-sesame', token: 7, secrets: ['a'], api_key: null, credential: true })).toEqual({
      password: HIDDEN,
      token: HIDDEN,
      secrets: HIDDEN,
      api_key: null,
      credential: true,
    });
  });

  it.each([
    ['a token of the workbench', 'used svc_4fGzAbCdEfGhIjKlMnOpQrSt here', `used ${HIDDEN} here`],
    ['a bearer header', 'Bearer abcdef0123456789', `Bearer ${HIDDEN}`],
    ['a password in an address', 'postgres://ann:open-sesame@db:5432/shop', `postgres://ann:${HIDDEN}@db:5432/shop`],
    ['a stored password', 'enc:v1:AbC+/=', HIDDEN],
    ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', HIDDEN],
    ['a private key', 'x -----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY----- y', `x ${HIDDEN} y`],
    ['an address without one', 'http://127.0.0.1:8080/a@b', 'http://127.0.0.1:8080/a@b'],
  ])('hides %s wherever it stands', (_, value, shown) => {
    const kept = recordable(
      fact({
        actor: { kind: 'token', userId: 'ann', name: value, tokenId: null },
        object: { kind: 'route', id: value, name: value },
        details: { note: value, list: [value] },
      }),
    );
    expect(kept).toMatchObject({
      actor: { name: shown },
      object: { id: shown, name: shown },
      details: { note: shown, list: [shown] },
    });
  });

  it.each(['sql', 'query', 'statement', 'statements', 'failed_sql'])('keeps no strings of SQL in %s', (name) => {
    const sql = "ALTER ROLE app PASSWORD 'open-sesame' -- open-sesame";
    const shown = "ALTER ROLE app PASSWORD '…'";
    expect(details({ [name]: sql })).toEqual({ [name]: shown });
    expect(details({ [name]: [sql, 'SELECT 1'] })).toEqual({ [name]: [shown, 'SELECT 1'] });
    expect(details({ [name]: 3 })).toEqual({ [name]: 3 });
    expect(details({ [name]: `${'x'.repeat(MAX_RECORDED_CHARS)} 'open-sesame'` })[name]).not.toContain('open');
  });

  it('cuts off what is long, between characters', () => {
    const { note, list } = details({ note: '😀'.repeat(5000), list: Array.from({ length: 500 }, () => 'x') });
    expect(String(note)).toHaveLength(MAX_RECORDED_CHARS);
    expect(String(note).endsWith('\ufffd…')).toBe(true);
    expect(list).toHaveLength(200);
  });

  it('keeps of the actor only who it is', () => {
    const actor = {
      ...fact().actor,
      role: 'admin',
      sessionId: 's-1',
      scopes: null,
    } as unknown as PerformedAction['actor'];
    expect(recordable(fact({ actor })).actor).toEqual({
      kind: 'user',
      userId: 'ann',
      name: 'ann@example.org',
      tokenId: null,
    });
    expect(recordable(fact({ actor: null })).actor).toBeNull();
  });

  it('keeps a name that means something to JavaScript', () => {
    expect(Object.keys(details(JSON.parse('{"__proto__":"x"}') as PerformedAction['details']))).toEqual(['__proto__']);
  });

  it.each([
    ['U+0000, which Postgres cannot keep', 'a\0b', 'a\u2400b'],
    ['half of a character, which UTF-8 cannot say', 'a\ud83db', 'a\ufffdb'],
  ])('replaces %s', (_, value, kept) => {
    const given = fact({
      actor: { kind: 'token', userId: value, name: value, tokenId: value },
      object: { kind: value, id: value, name: value },
      details: { [value]: value, list: [value] },
    });
    expect(recordable(given)).toEqual({
      ...given,
      actor: { kind: 'token', userId: kept, name: kept, tokenId: kept },
      object: { kind: kept, id: kept, name: kept },
      details: { [kept]: kept, list: [kept] },
    });
  });

  it('leaves only what JSON and UTF-8 keep exactly', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), value), (given) => {
        const text = canonicalJson(details(given));
        const stored = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
        expect(canonicalJson(JSON.parse(stored) as Record<string, string>)).toBe(text);
      }),
    );
  });
});
