import { describe, expect, it } from '@jest/globals';
import { withoutSecrets } from './index.js';

const PASSWORD = 'open "sesame" ü';
const HOOK = 'https://hooks.example.org/services/T000/B000/abcdefgh12345678?key=second-secret';
const TOKEN = '123456:AAE-token_of_a_bot';

describe('an answer that quotes a secret', () => {
  it.each<[string, string, string]>([
    ['as it is', `no ${PASSWORD}!`, 'no …!'],
    ['in an address', `/?p=${encodeURIComponent(PASSWORD)}`, '/?p=…'],
    ['in JSON', JSON.stringify({ p: PASSWORD }), '{"p":"…"}'],
    ['in base64', `AUTH LOGIN ${Buffer.from(PASSWORD).toString('base64')}`, 'AUTH LOGIN …'],
    ['with its user', `535 ${Buffer.from(`\0ann\0${PASSWORD}`).toString('base64')}`, '535 …'],
    ['an address', `Cannot POST ${HOOK}`, 'Cannot POST …'],
    ['the path of an address', 'Cannot POST /services/T000/B000/abcdefgh12345678', 'Cannot POST …'],
    ['the end of an address', 'no webhook abcdefgh12345678', 'no webhook …'],
    ['a part of its query', 'key second-secret is unknown', 'key … is unknown'],
    ['the token of a bot', `Cannot POST /bot${TOKEN}/sendMessage`, 'Cannot POST /bot…/sendMessage'],
    ['none', '250 2.0.0 accepted', '250 2.0.0 accepted'],
  ])('%s loses it', (_, text, expected) => {
    expect(withoutSecrets(text, [PASSWORD, HOOK, TOKEN], 'ann')).toBe(expected);
  });

  it('stays as it is where a secret is hardly one', () => {
    expect(withoutSecrets('250 ok', ['', '250'])).toBe('250 ok');
    expect(withoutSecrets('404 /', ['https://example.org/'])).toBe('404 /');
  });
});
