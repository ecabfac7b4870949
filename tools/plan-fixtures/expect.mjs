// Writes how the plans of libs/plan/fixtures/servers are read, for a person to look through before it is kept; after a build:
// node tools/plan-fixtures/expect.mjs
import { readFile, readdir, writeFile } from 'node:fs/promises';

/** @type {typeof import('../../libs/plan/index.ts')} */
const { readPlan } = await import(new URL('../../dist/libs/plan/index.js', import.meta.url).href);
/** @type {typeof import('../../libs/plan/testing/plan-text.ts')} */
const { planText } = await import(new URL('../../libs/plan/testing/plan-text.ts', import.meta.url).href);

const FOLDER = new URL('../../libs/plan/fixtures/servers/', import.meta.url);

for (const server of await readdir(FOLDER)) {
  /** @type {{ name: string, sql: string, plan: unknown }[]} */
  const cases = JSON.parse(await readFile(new URL(`${server}/plans.json`, FOLDER), 'utf8'));
  const texts = cases.map(({ name, sql, plan }) => `## ${name}\n${sql}\n\n${planText(readPlan(plan))}`);
  await writeFile(new URL(`${server}/expected.txt`, FOLDER), texts.join('\n'));
}
