import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Actor, Scope } from '#libs/access';
import { State } from '../../platform/index.js';
import { settleBehind } from '../../platform/testing/settle-behind.js';
import { AuthApp } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';
import { KnownTokens } from './known-tokens.js';
import { TokenRecord } from './token.entity.js';
import { TokensService } from './tokens.service.js';

const SCOPES: Scope[] = ['manage', 'read'];
const REFUSED = { code: 'unauthenticated' };

describe('a request with a token that waits for the writer', () => {
  let app: AuthApp;
  let admin: Caller;
  let tokens: TokensService;
  beforeAll(async () => {
    app = await AuthApp.startWithAdmin();
    admin = await app.signIn();
    tokens = app.workbench.app.get(TokensService);
  });
  afterAll(() => app.stop());

  /** A token with limits, and who comes with it. */
  async function limited() {
    const made = await admin.token({ scopes: SCOPES });
    return { ...made, actor: await app.actorOf(made.token) };
  }

  const behind = <T>(first: () => Promise<unknown>, request: () => Promise<T>) =>
    settleBehind(app.workbench.app.get(State), first, request);

  const secretOf = async (id: string) =>
    (await app.workbench.app.get(State).manager.findOneByOrFail(TokenRecord, { id })).secretHash;

  it('cannot rotate a broader token once its own was revoked', async () => {
    const [{ id, actor }, broad] = [await limited(), await admin.token()];
    const before = await secretOf(broad.id);
    const result = await behind(
      () => tokens.revoke(actor, id),
      () => tokens.rotate(actor, broad.id),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: REFUSED });
    expect(await secretOf(broad.id)).toBe(before);
    await app.bearer(broad.token).get('/api/auth/me').expect(200);
  });

  it('cannot revoke a broader token once its own was revoked', async () => {
    const [{ id, actor }, broad] = [await limited(), await admin.token()];
    const result = await behind(
      () => tokens.revoke(actor, id),
      () => tokens.revoke(actor, broad.id),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: REFUSED });
    await app.bearer(broad.token).get('/api/auth/me').expect(200);
  });

  it('cannot create a token that would outlive its own', async () => {
    const { id, actor } = await limited();
    const result = await behind(
      () => tokens.revoke(LOCAL_ACTOR, id),
      () => tokens.create(actor, { name: 'left behind', scopes: ['read'] }),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: REFUSED });
    expect(await app.workbench.app.get(State).manager.findBy(TokenRecord, { parentId: id })).toEqual([]);
  });

  it('does not get the new secret of its own by the old one', async () => {
    const { id, actor } = await limited();
    const result = await behind(
      () => tokens.rotate(LOCAL_ACTOR, id),
      () => tokens.rotate(actor, id),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: REFUSED });
  });

  it('is refused where its token expires meanwhile', async () => {
    const { expires_at, actor } = await limited();
    const result = await behind(
      async () => {
        await Promise.resolve();
        app.advance(Date.parse(expires_at ?? '') - Date.now());
      },
      () => tokens.create(actor, { name: 'late', scopes: ['read'] }),
    );
    expect(result).toMatchObject({ status: 'rejected', reason: REFUSED });
    app.advance(Date.now() - Date.parse(expires_at ?? ''));
  });

  it.each<[string, (actor: Actor, id: string) => Promise<unknown>]>([
    ['create', (actor) => tokens.create(actor, { name: 'x' })],
    ['rotate', (actor, id) => tokens.rotate(actor, id)],
    ['revoke', (actor, id) => tokens.revoke(actor, id)],
    ['read what was saved by', (actor, id) => tokens.saved(actor, id)],
  ])('has the limits of its token where this process does not hold it: cannot %s a broader one', async (_, act) => {
    const [{ id, actor }, broad] = [await limited(), await admin.token()];
    app.workbench.app.get(KnownTokens).forget({ id });
    await expect(act(actor, broad.id)).rejects.toMatchObject({ code: 'forbidden' });
    await app.bearer(broad.token).get('/api/auth/me').expect(200);
  });
});
