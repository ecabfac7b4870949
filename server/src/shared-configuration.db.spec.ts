import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ServerCluster } from './testing/server-cluster.js';

const PER_PROCESS = 12;

let folder: string;
let path: string;
let cluster: ServerCluster;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shared-configuration-'));
  mkdirSync(join(folder, 'files'));
  path = join(folder, 'connections.yaml');
  writeFileSync(path, 'connections: []\n');
  cluster = await ServerCluster.start(2, { WORKBENCH_CONFIG: path });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

it('keeps every connection that two processes add at the same time', async () => {
  const ids = [0, 1].flatMap((place) => Array.from({ length: PER_PROCESS }, (_, at) => `c-${place}-${at}`));
  const answers = await Promise.all(
    ids.map((id) => {
      const body = { id, name: id, kind: 'files', path: join(folder, 'files') };
      return cluster.caller(Number(id.split('-')[1])).send('POST', '/api/connections', body);
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 201));
  const text = readFileSync(path, 'utf8');
  expect(ids.filter((id) => !text.includes(`id: ${id}`))).toEqual([]);
});
