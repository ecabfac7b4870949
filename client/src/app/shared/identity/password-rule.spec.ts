import { describe, expect, it } from '@jest/globals';
import { emailError, passwordError, passwordHelp } from './password-rule';

describe('the rule for a new password', () => {
  it.each<[string, RegExp, RegExp | null]>([
    ['', /At least 8/, /at least 8/],
    ['1234567', /^7 of at least 8/, /at least 8/],
    ['12345678', /^Long enough\. A few/, null],
    ['correct horse battery', /strong/, null],
    ['x'.repeat(256), /strong/, null],
    ['x'.repeat(257), /strong/, /at most 256/],
  ])('holds against %j', (password, help, error) => {
    expect(passwordHelp(password)).toMatch(help);
    if (error) expect(passwordError(password)).toMatch(error);
    else expect(passwordError(password)).toBeNull();
  });
});

describe('an e-mail address', () => {
  it.each<[string, boolean]>([
    ['ann@example.org', true],
    [' ann@localhost ', true],
    ['', false],
    ['ann', false],
    ['ann@', false],
    ['a b@c', false],
  ])('%j', (email, isGood) => {
    expect(emailError(email) === null).toBe(isGood);
  });
});
