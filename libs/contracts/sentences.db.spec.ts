import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Catalog, applyDiff, diffCatalogs } from '../catalog/index.js';
import { readCatalog } from '../catalog/testing/read-catalog.js';
import { evaluateContract, freezeContract } from './index.js';

const FIXTURES = join(import.meta.dirname, 'fixtures');

function text(fixture: string, file: string): string {
  return readFileSync(join(FIXTURES, fixture, file), 'utf8');
}

function lines(items: readonly { summary: string }[]): string {
  return items.map(({ summary }) => `${summary}\n`).join('');
}

async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const url = process.env.TEST_POSTGRES_URL ?? '';
  const name = `catalog_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${name}` }).href });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
      await admin.query(`DROP DATABASE ${name}`);
    }
  } finally {
    await admin.end();
  }
}

async function catalogsOf(fixture: string): Promise<{ before: Catalog; after: Catalog }> {
  return withDatabase(async (client) => {
    await client.query(text(fixture, 'before.sql'));
    const before = await readCatalog(client);
    await client.query(text(fixture, 'change.sql'));
    return { before, after: await readCatalog(client) };
  });
}

describe('the sentences about real changes on a real server', () => {
  it.each(readdirSync(FIXTURES))('are those expected of %s', async (fixture) => {
    const { before, after } = await catalogsOf(fixture);
    const changes = diffCatalogs(before, after);
    expect(lines(changes)).toBe(text(fixture, 'changes.txt'));
    expect(diffCatalogs(applyDiff(before, changes), after)).toEqual([]);
    const order = { name: 'c', connectionId: 'c', frozenAt: '2026-11-20T10:00:00+00:00', catalog: before };
    const outcome = freezeContract(order);
    if (outcome.kind !== 'frozen') throw new Error('not frozen');
    expect(lines(evaluateContract(outcome.contract, after))).toBe(text(fixture, 'violations.txt'));
    expect(before.tables).not.toEqual([]);
  });
});
