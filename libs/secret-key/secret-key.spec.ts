import { describe, expect, it } from '@jest/globals';
import { noKeyText, parseSealed, sealedText, undecryptableText } from './index.js';
import type { KeyState } from './index.js';

const A = '0123456789abcdef';
const B = 'fedcba9876543210';

describe('parseSealed', () => {
  it.each([
    [`enc:v1:${A}.c2VjcmV0`, { fingerprint: A, payload: 'c2VjcmV0' }],
    ['enc:v1:c2VjcmV0', { fingerprint: null, payload: 'c2VjcmV0' }],
    [`enc:v1:${A}.\n`, { fingerprint: A, payload: '\n' }],
    ['enc:v1:0123.c2VjcmV0', { fingerprint: null, payload: '0123.c2VjcmV0' }],
    ['enc:v1:', null],
    [`enc:v1:${A}.\n`, { fingerprint: A, payload: '\n' }],
    ['enc:v1:0123.c2VjcmV0', { fingerprint: null, payload: '0123.c2VjcmV0' }],
    [`enc:v2:${A}.c2VjcmV0`, null],
    ['hunter2', null],
  ])('%s', (text, parts) => {
    expect(parseSealed(text)).toEqual(parts);
    if (parts !== null) expect(sealedText(parts)).toBe(text);
  });
});

const holds = (fingerprint: string): KeyState => ({ kind: 'present', fingerprint });
const MISSING: KeyState = { kind: 'missing' };
const SHORT: KeyState = { kind: 'unreadable', reason: 'it holds 5 bytes, not 32' };

describe('undecryptableText', () => {
  it.each<[string | null, KeyState, string]>([
    [A, MISSING, `it is encrypted with key ${A}, and secret.key is missing.`],
    [A, SHORT, `it is encrypted with key ${A}, and secret.key cannot be used (it holds 5 bytes, not 32).`],
    [A, holds(B), `it is encrypted with key ${A}, but secret.key holds key ${B}.`],
    [A, holds(A), `it is encrypted with key ${A}, which is in secret.key, but it is damaged.`],
    [null, MISSING, 'secret.key is missing.'],
    [null, holds(B), `it is damaged, or not encrypted with the key in secret.key (${B}).`],
  ])('%s with %j', (needed, key, reason) => {
    expect(undecryptableText('The password', { needed, key })).toBe(
      `The password cannot be decrypted: ${reason} Restore that secret.key, or enter the secret again.`,
    );
  });
});

describe('noKeyText', () => {
  it.each<[KeyState, string | null]>([
    [holds(A), null],
    [MISSING, 'secret.key is missing. Restore it from a copy, or create a new key on the Admin page.'],
    [SHORT, 'secret.key cannot be used: it holds 5 bytes, not 32. Correct it, or restore it from a copy.'],
  ])('%j', (key, text) => expect(noKeyText(key)).toBe(text));
});
