import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ProviderApp, failedAt } from '../testing/provider-app.js';
import { jsonAnswer } from '../testing/test-provider.js';
import type { Account } from '../testing/test-provider.js';

const ANN: Account = { sub: 'ann', email: 'ann@example.org', email_verified: true, name: 'Ann', groups: ['staff'] };
const HOME = '/studio?tab=2';
const FAILED = failedAt('failed');
const UNREACHABLE = failedAt('unreachable');
const MEGABYTE = 1024 * 1024;

let bench: ProviderApp;

// The provider warns that it keeps everything in memory, which is what a test wants.
beforeAll(() => void jest.spyOn(console, 'warn').mockReturnValue(undefined));

/** The library looks for keys that it does not know at most once a minute, by the time of the machine. */
function advanceMinute(): { mockRestore: () => void } {
  const now = Date.now.bind(Date);
  return jest.spyOn(Date, 'now').mockImplementation(() => now() + 61_000);
}

/** Another key than the provider's, of the same name. */
async function otherKey(): Promise<object> {
  const published = await fetch(`${bench.provider.issuer}/jwks`);
  const { keys } = (await published.json()) as { keys: readonly { kid: string }[] };
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...publicKey.export({ format: 'jwk' }), kid: keys[0]?.kid, use: 'sig', alg: 'RS256' };
}

describe('the signature of an ID token', () => {
  beforeEach(async () => void (bench = await ProviderApp.start()));
  afterEach(() => bench.stop());

  it('has to be by the key that the provider publishes', async () => {
    bench.provider.instead.set('/jwks', jsonAnswer({ keys: [await otherKey()] }));
    expect(await bench.signInAs(ANN)).toBe(FAILED);
    expect(bench.browser.cookiesOf(bench.app.origin)).not.toContain('workbench_session');
  });

  it('has to be by a key that the provider publishes', async () => {
    bench.provider.instead.set('/jwks', jsonAnswer({ keys: [] }));
    expect(await bench.signInAs(ANN)).toBe(FAILED);
  });

  it('may be by a new key after a rotation', async () => {
    expect(await bench.signInAs(ANN)).toBe(HOME);
    bench.provider.rotateKeys();
    const clock = advanceMinute();
    expect(await bench.signInAs(ANN)).toBe(HOME);
    clock.mockRestore();
  });

  it('is not checked by what is no set of keys', async () => {
    bench.provider.instead.set('/jwks', (response) => {
      response.setHeader('Content-Type', 'text/html').end('<h1>Maintenance</h1>');
    });
    expect(await bench.signInAs(ANN)).toBe(FAILED);
    bench.provider.instead.set('/jwks', (response) => void response.writeHead(500).end());
    expect(await bench.signInAs(ANN)).toBe(FAILED);
    bench.provider.instead.clear();
    expect(await bench.signInAs(ANN)).toBe(HOME);
  });

  it('is not checked by keys without end', async () => {
    let sent = 0;
    bench.provider.instead.set('/jwks', (response) => {
      response.setHeader('Content-Type', 'application/json');
      const chunk = ' '.repeat(MEGABYTE);
      const send = () => {
        if (response.destroyed || sent > 64) return;
        sent += 1;
        response.write(chunk, send);
      };
      send();
    });
    expect(await bench.signInAs(ANN)).toBe(FAILED);
    expect(sent).toBeLessThan(64);
  });

  it('is waited for 10 seconds where the keys do not come, or not all of them', async () => {
    let asked = 0;
    bench.provider.instead.set('/jwks', (response) => {
      asked += 1;
      if (asked === 1) response.setHeader('Content-Type', 'application/json').write('{"keys": [');
    });
    const start = performance.now();
    expect(await Promise.all([bench.signInAs(ANN), bench.signInAs(ANN)])).toEqual([UNREACHABLE, UNREACHABLE]);
    expect(asked).toBe(2);
    expect(performance.now() - start).toBeLessThan(15_000);
  }, 20_000);
});
