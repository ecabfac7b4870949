import { describe, expect, it } from '@jest/globals';
import { isIssuerOf } from './index.js';

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const ENTRA = 'https://login.microsoftonline.com';

describe('isIssuerOf', () => {
  it.each<[string | null, string, boolean]>([
    [null, 'https://id.example.org', false],
    ['https://id.example.org', 'https://id.example.org', true],
    ['https://id.example.org', 'https://id.example.org/', true],
    ['https://ID.example.org:443/realms/a', 'https://id.example.org/realms/a', true],
    ['https://id.example.org/realms/a', 'https://id.example.org/realms/b', false],
    ['https://id.example.org', 'https://sso.example.org', false],
    ['https://id.example.org/a/.well-known/openid-configuration', 'https://id.example.org/a', true],
    ['https://id.example.org/a/.well-known/openid-configuration', 'https://sso.example.org/a', true],
    [`${ENTRA}/${TENANT}/v2.0`, `${ENTRA}/${TENANT}/v2.0`, true],
    [`${ENTRA}/${TENANT}/v2.0`, `https://sts.windows.net/${TENANT}/`, false],
    [`${ENTRA}/${TENANT}/v2.0`, `${ENTRA}/${TENANT.replace('7', '8')}/v2.0`, false],
    [`${ENTRA}/common/v2.0`, `${ENTRA}/${TENANT}/v2.0`, true],
    [`${ENTRA}/example.org/v2.0`, `${ENTRA}/${TENANT}/v2.0`, true],
    ['https://one.b2clogin.com/one.onmicrosoft.com/policy/v2.0', `https://one.b2clogin.com/${TENANT}/v2.0/`, true],
    ['https://id.example.org', 'not an address', false],
  ])('%s, %s: %s', (configured, issuer, expected) => {
    expect(isIssuerOf(configured, issuer)).toBe(expected);
  });
});
