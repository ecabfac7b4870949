import { describe, expect, it } from '@jest/globals';
import { isOwnPage, isTrustedRequest } from './trusted-host.js';

const LOCAL = new URL('http://127.0.0.1:8080');
const PROXIED = new URL('https://bench.example.org');

describe('isTrustedRequest', () => {
  it.each([
    ['its own address', LOCAL, 'GET', '127.0.0.1:8080', undefined, true],
    ['localhost by name', LOCAL, 'GET', 'localhost:8080', undefined, true],
    ['IPv6 loopback', LOCAL, 'GET', '[::1]:8080', undefined, true],
    ['a development proxy on another port', LOCAL, 'GET', 'localhost:4200', undefined, true],
    ['a program that posts without an origin', LOCAL, 'POST', '127.0.0.1:8080', undefined, true],
    ['a page of its own that posts', LOCAL, 'POST', 'localhost:8080', 'http://localhost:8080', true],
    ['a rebound name', LOCAL, 'GET', 'evil.example:8080', undefined, false],
    ['an address that is not its own', LOCAL, 'GET', '192.0.2.7:8080', undefined, false],
    ['a foreign page that posts', LOCAL, 'POST', '127.0.0.1:8080', 'https://evil.example', false],
    ['another local port that posts', LOCAL, 'POST', '127.0.0.1:8080', 'http://127.0.0.1:3000', false],
    ['an opaque origin', LOCAL, 'POST', '127.0.0.1:8080', 'null', false],
    ['a foreign page that asks what it may send', LOCAL, 'OPTIONS', '127.0.0.1:8080', 'https://evil.example', true],
    ['a foreign page that asks a rebound name', LOCAL, 'OPTIONS', 'evil.example', 'https://evil.example', false],
    ['no host at all', LOCAL, 'GET', undefined, undefined, false],
    ['a host with a path', LOCAL, 'GET', '127.0.0.1/x', undefined, false],
    ['the public name behind a proxy', PROXIED, 'POST', 'bench.example.org', 'https://bench.example.org', true],
    ['a proxy that rewrites the host', PROXIED, 'POST', '127.0.0.1:8080', 'https://bench.example.org', true],
    ['an unknown name behind a proxy', PROXIED, 'GET', 'evil.example', undefined, false],
  ])('judges %s', (_, publicUrl, method, host, origin, expected) => {
    expect(isTrustedRequest({ method, host, origin }, publicUrl)).toBe(expected);
  });
});

describe('isOwnPage', () => {
  it.each([
    ['a page that reads', 'GET', undefined, undefined, true],
    ['a link elsewhere that is followed', 'GET', undefined, 'cross-site', true],
    ['a page of its own that posts', 'POST', 'http://localhost:8080', 'same-origin', true],
    ['an old browser that posts', 'POST', 'http://localhost:8080', undefined, true],
    ['a page of its own whose origin is kept back', 'POST', undefined, 'same-origin', true],
    ['a cookie without anything', 'POST', undefined, undefined, false],
    ['a sister site', 'DELETE', undefined, 'same-site', false],
    ['a foreign site', 'PUT', 'http://localhost:8080', 'cross-site', false],
    ['an address typed in', 'POST', undefined, 'none', false],
  ])('judges %s', (_, method, origin, fetchSite, expected) => {
    expect(isOwnPage({ method, origin, fetchSite })).toBe(expected);
  });
});
