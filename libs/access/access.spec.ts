import { describe, expect, it } from '@jest/globals';
import {
  DEFAULT_GRANTS,
  LOCAL_ACTOR,
  connectionLevel,
  isTokenWithin,
  judgeRoute,
  mayWrite,
  reaches,
  scopesOfRole,
  SCOPES,
} from './index.js';
import type { Actor, ConnectionGrant, RouteRule, TokenLimits } from './index.js';

const ANN: Actor = { ...LOCAL_ACTOR, userId: 'ann', role: 'user' };
const ADMIN: Actor = { ...LOCAL_ACTOR, userId: 'boss' };
const token = (owner: Actor, limits: Partial<Actor>): Actor => ({ ...owner, kind: 'token', tokenId: 't', ...limits });

describe('judgeRoute', () => {
  const READ: RouteRule = { who: 'signed-in', scope: 'read' };
  const USERS: RouteRule = { who: 'admin', scope: 'admin' };
  const SAVED_SQL: RouteRule = { who: 'signed-in', scope: 'manage', also: ['query'] };
  const AGENTS: RouteRule = { who: 'token', scope: 'mcp' };
  it.each<[string, RouteRule, Actor | null, string]>([
    ['nobody at an open route', { who: 'anyone' }, null, 'allowed'],
    ['nobody elsewhere', READ, null, 'unauthenticated'],
    ['a user', READ, ANN, 'allowed'],
    ['a user where only administrators may', USERS, ANN, 'forbidden'],
    ['an administrator', USERS, ADMIN, 'allowed'],
    ['a token of everything', READ, token(ANN, {}), 'allowed'],
    ['a token with the scope', READ, token(ANN, { scopes: ['read'] }), 'allowed'],
    ['a token without the scope', READ, token(ANN, { scopes: ['tiles'] }), 'forbidden'],
    ['a token without any scope', READ, token(ANN, { scopes: [] }), 'forbidden'],
    ["an administrator's token without `admin`", USERS, token(ADMIN, { scopes: ['read'] }), 'forbidden'],
    ["an administrator's token with it", USERS, token(ADMIN, { scopes: ['admin'] }), 'allowed'],
    ["a user's token that claims `admin`", USERS, token(ANN, { scopes: ['admin'] }), 'forbidden'],
    ['a token without the second scope', SAVED_SQL, token(ANN, { scopes: ['manage'] }), 'forbidden'],
    ['a token without the first scope', SAVED_SQL, token(ANN, { scopes: ['query'] }), 'forbidden'],
    ['a token with both', SAVED_SQL, token(ANN, { scopes: ['query', 'manage'] }), 'allowed'],
    ['a person where two scopes are needed', SAVED_SQL, ANN, 'allowed'],
    ['a person where only a token will do', AGENTS, ADMIN, 'unauthenticated'],
    ['a token there', AGENTS, token(ADMIN, { scopes: ['mcp'] }), 'allowed'],
  ])('judges %s', (_, rule, actor, expected) => {
    expect(judgeRoute(rule, actor)).toBe(expected);
  });
});

describe('connectionLevel', () => {
  const GRANTS: readonly ConnectionGrant[] = [
    { subject: { kind: 'role', role: 'user' }, level: 'query' },
    { subject: { kind: 'user', userId: 'ann' }, level: 'manage' },
  ];
  it.each<[string, Actor, readonly ConnectionGrant[], string]>([
    ['everybody by default', ANN, DEFAULT_GRANTS, 'write'],
    ['nobody without a grant', ANN, [], 'none'],
    ['the most of several grants', ANN, GRANTS, 'manage'],
    ['a role', { ...ANN, userId: 'bob' }, GRANTS, 'query'],
    ['another person', { ...ANN, userId: 'bob' }, GRANTS.slice(1), 'none'],
    ['an administrator without any', ADMIN, [], 'manage'],
    ['a token of another connection', token(ADMIN, { connectionIds: ['lake'] }), GRANTS, 'none'],
    ['a token of this connection', token(ANN, { connectionIds: ['shop'] }), GRANTS, 'manage'],
    ['a token of no connection', token(ADMIN, { connectionIds: [] }), GRANTS, 'none'],
  ])('finds the level of %s', (_, actor, grants, expected) => {
    expect(connectionLevel(actor, 'shop', grants)).toBe(expected);
  });

  it('reaches what comes before it', () => {
    expect(reaches('manage', 'query')).toBe(true);
    expect(reaches('approve', 'write')).toBe(true);
    expect(reaches('write', 'approve')).toBe(false);
    expect(reaches('query', 'write')).toBe(false);
    expect(reaches('none', 'query')).toBe(false);
  });

  it.each<[string, Actor, 'query' | 'write' | 'manage', boolean]>([
    ['a person who may', ANN, 'write', true],
    ['a person who may manage', ANN, 'manage', true],
    ['a person who may only query', ANN, 'query', false],
    ['a token without `write`', token(ADMIN, { scopes: ['query', 'manage'] }), 'manage', false],
    ['a token with `write` of somebody who may not', token(ANN, { scopes: ['write'] }), 'query', false],
  ])('lets %s write or not', (_, actor, level, expected) => {
    expect(mayWrite(actor, level)).toBe(expected);
  });
});

describe('isTokenWithin', () => {
  const ALL: TokenLimits = { scopes: null, connectionIds: null, expiresAt: null };
  it.each<[string, TokenLimits, TokenLimits, boolean]>([
    ['anything of everything', { scopes: ['read'], connectionIds: ['a'], expiresAt: 5 }, ALL, true],
    ['everything of everything', ALL, ALL, true],
    ['everything of a part', ALL, { ...ALL, scopes: ['read'] }, false],
    ['another scope', { ...ALL, scopes: ['write'] }, { ...ALL, scopes: ['read'] }, false],
    ['a part of the scopes', { ...ALL, scopes: ['read'] }, { ...ALL, scopes: ['read', 'write'] }, true],
    ['another connection', { ...ALL, connectionIds: ['b'] }, { ...ALL, connectionIds: ['a'] }, false],
    ['no end of one that ends', ALL, { ...ALL, expiresAt: 9 }, false],
    ['a later end', { ...ALL, expiresAt: 10 }, { ...ALL, expiresAt: 9 }, false],
    ['an earlier end', { ...ALL, expiresAt: 8 }, { ...ALL, expiresAt: 9 }, true],
  ])('holds %s against its parent', (_, child, parent, expected) => {
    expect(isTokenWithin(child, parent)).toBe(expected);
  });

  it('leaves `admin` to administrators', () => {
    expect(scopesOfRole('user', SCOPES)).not.toContain('admin');
    expect(scopesOfRole('admin', SCOPES)).toContain('admin');
  });
});
