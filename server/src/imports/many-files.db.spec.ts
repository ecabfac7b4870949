import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataImport } from '#libs/api';
import { ImportsApp } from './testing/imports-app.js';

let app: ImportsApp;
beforeAll(async () => {
  app = await ImportsApp.start();
});
afterAll(() => app.stop());

it('gives requests at once no more files than one after another', async () => {
  const file = { file_name: 'a.csv', size_bytes: 5 };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => app.send<DataImport>('POST', '/api/imports', file)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(8).fill(201), 429, 429, 429, 429]);
  for (const { status, body } of answers) if (status === 201) await app.ask('DELETE', `/api/imports/${body.id}`);
});

it('keeps the files whose pages are open, and refuses another one', async () => {
  const file = { file_name: 'a.csv', size_bytes: 5 };
  const made: DataImport[] = [];
  for (let count = 0; count < 8; count += 1) made.push(await app.ask<DataImport>('POST', '/api/imports', file));
  const ninth = await app.send('POST', '/api/imports', file);
  expect(ninth).toMatchObject({ status: 429, body: { code: 'person-limit' } });
  for (const { id } of made) expect((await app.send('GET', `/api/imports/${id}`)).status).toBe(200);
  await app.ask('DELETE', `/api/imports/${made[3]?.id ?? ''}`);
  expect((await app.send('POST', '/api/imports', file)).status).toBe(201);
});
