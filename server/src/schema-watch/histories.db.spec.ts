import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ContractsApp } from '../contracts/testing/contracts-app.js';

const FOLDER = join(import.meta.dirname, 'testing/histories');
const STEP = /^-- step: (.*)$/m;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start();
});
afterAll(() => app.stop());

/** The steps of a history: what each is about, and its statements. */
function stepsOf(file: string): { title: string; sql: string }[] {
  const [, ...parts] = readFileSync(join(FOLDER, file), 'utf8').split(STEP);
  return Array.from({ length: parts.length / 2 }, (_, index) => ({
    title: parts[2 * index] ?? '',
    sql: parts[2 * index + 1] ?? '',
  }));
}

/** Runs the steps of a history one after another; answers what Schema Watch reports of each. */
async function reportOf(file: string): Promise<string> {
  await app.run();
  const lines: string[] = [];
  for (const { title, sql } of stepsOf(file)) {
    await app.ddl(sql);
    const { change } = await app.run();
    const sentences = (change?.changes ?? []).map(
      ({ summary, renamed_from: from }) => `  ${summary}${from === undefined ? '' : ` (was ${from})`}`,
    );
    lines.push(title, ...sentences, ...(change?.recreated ?? []).map((table) => `  made anew: ${table}`));
  }
  return `${lines.join('\n')}\n`;
}

describe('the history of an application, migrated step by step', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.sql')))('%s', async (file) => {
    const expected = readFileSync(join(FOLDER, `${basename(file, '.sql')}.txt`), 'utf8');
    expect(await reportOf(file)).toBe(expected);
  });
});
