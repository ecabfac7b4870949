import { describe, expect, it } from '@jest/globals';
import { judgePath } from './index.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const PROGRAM = 'application/json, text/event-stream';

describe('judgePath', () => {
  it.each([
    ['/', PROGRAM, 'page'],
    ['/studio', '', 'page'],
    ['/settings/studio', '*/*', 'page'],
    ['/schema-watch/shop', PROGRAM, 'page'],
    ['/nonsense', BROWSER, 'unknown-page'],
    ['/nonsense', PROGRAM, 'no-page'],
    ['/nonsense', '*/*', 'no-page'],
    ['/nonsense', '', 'no-page'],
    ['/studios', PROGRAM, 'no-page'],
    ['//studio', PROGRAM, 'no-page'],
    ['/.well-known/oauth-protected-resource', PROGRAM, 'no-page'],
    ['/.well-known/oauth-protected-resource/mcp', BROWSER, 'no-page'],
    ['/.well-known', BROWSER, 'no-page'],
    ['/register', PROGRAM, 'no-page'],
    ['/authorize', 'application/json', 'no-page'],
    ['/api', BROWSER, 'no-page'],
    ['/api/nothing', BROWSER, 'no-page'],
    ['/mcp', BROWSER, 'no-page'],
    ['/metrics', BROWSER, 'no-page'],
    ['/missing.js', BROWSER, 'no-page'],
    ['/studio/missing.js', BROWSER, 'no-page'],
  ])('%s with Accept %j: %s', (path, accept, expected) => {
    expect(judgePath(path, accept)).toBe(expected);
  });
});
