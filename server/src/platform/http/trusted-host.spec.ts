import { describe, expect, it } from '@jest/globals';
import { isTrustedRequest } from './trusted-host.js';

const LOCAL = { publicUrl: new URL('http://127.0.0.1:8080'), listensOn: '127.0.0.1' };
const OPEN = { publicUrl: new URL('https://bench.example.org'), listensOn: '0.0.0.0' };

describe('isTrustedRequest', () => {
  it.each([
    ['its own address', LOCAL, 'GET', '127.0.0.1:8080', undefined, true],
    ['localhost by name', LOCAL, 'GET', 'localhost:8080', undefined, true],
    ['IPv6 loopback', LOCAL, 'GET', '[::1]:8080', undefined, true],
    ['a development proxy on another port', LOCAL, 'GET', 'localhost:4200', undefined, true],
    ['a program that posts without an origin', LOCAL, 'POST', '127.0.0.1:8080', undefined, true],
    ['a page of its own that posts', LOCAL, 'POST', 'localhost:8080', 'http://localhost:8080', true],
    ['a rebound name', LOCAL, 'GET', 'evil.example:8080', undefined, false],
    ['a loopback listener asked by a foreign address', LOCAL, 'GET', '192.0.2.7:8080', undefined, false],
    ['a foreign page that posts', LOCAL, 'POST', '127.0.0.1:8080', 'https://evil.example', false],
    ['another local port that posts', LOCAL, 'POST', '127.0.0.1:8080', 'http://127.0.0.1:3000', false],
    ['an opaque origin', LOCAL, 'POST', '127.0.0.1:8080', 'null', false],
    ['no host at all', LOCAL, 'GET', undefined, undefined, false],
    ['a host with a path', LOCAL, 'GET', '127.0.0.1/x', undefined, false],
    ['the public name behind a proxy', OPEN, 'POST', 'bench.example.org', 'https://bench.example.org', true],
    ['a proxy that rewrites the host', OPEN, 'POST', '127.0.0.1:8080', 'https://bench.example.org', true],
    ['an open listener by address', OPEN, 'GET', '192.0.2.7:8080', undefined, true],
    ['an open listener by an unknown name', OPEN, 'GET', 'evil.example', undefined, false],
  ])('judges %s', (_, { publicUrl, listensOn }, method, host, origin, expected) => {
    expect(isTrustedRequest({ method, host, origin }, publicUrl, listensOn)).toBe(expected);
  });
});
