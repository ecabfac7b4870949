import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { childSettings, configureChildren } from '../../../platform/index.js';
import { runProgram } from './run-program.js';
import type { ProgramContext, ProgramRun } from './run-program.js';

const before = childSettings();
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'run-program-')));
  configureChildren({ confinement: 'auto', recordFolder: join(folder, 'children') });
});
afterEach(() => {
  configureChildren(before);
  rmSync(folder, { recursive: true });
});

function run(script: string, changes: Partial<ProgramRun> = {}, context: Partial<ProgramContext> = {}) {
  const file = join(folder, 'psql');
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return runProgram({
    ...{ file, parameters: [], env: {}, paths: [], server: null, onLine: () => undefined, ...changes },
    context: {
      ...{ signal: new AbortController().signal, timeoutS: 60, connectionId: null, jobName: 'test' },
      workFolder: () => Promise.resolve(folder),
      ...context,
    },
  });
}

describe('the input of a program', () => {
  it.each([
    ['that was stopped before', { signal: AbortSignal.abort() }],
    ['that cannot be started', { workFolder: () => Promise.reject(new Error('no folder')) }],
  ])('%s is never opened', async (_, context) => {
    let isOpened = false;
    const input = () => {
      isOpened = true;
      return [Readable.from(['a']), new PassThrough()] as const;
    };
    const end = await run('cat >/dev/null', { input }, context).catch((error: unknown) => error);
    expect([end instanceof Error || end === 'SIGTERM', isOpened]).toEqual([true, false]);
  });

  it('may be longer than what it reads: its own end counts', async () => {
    const lines: string[] = [];
    const endless = function* () {
      for (;;) yield Buffer.alloc(65_536, 'x');
    };
    const end = await run('echo bad >&2; exec <&-; sleep 0.2; exit 3', {
      input: () => [Readable.from(endless()), new PassThrough()],
      onLine: (line) => lines.push(line),
    });
    expect([end, lines]).toEqual([3, ['bad']]);
  });

  const failing = (_chunk: unknown, _encoding: BufferEncoding, done: TransformCallback) =>
    done(new Error('unreadable'));
  it.each<[string, () => readonly [Readable, Transform]]>([
    [
      'the source',
      () => [Readable.from(['a']).pipe(new PassThrough()).destroy(new Error('unreadable')), new PassThrough()],
    ],
    ['the change', () => [Readable.from(['a']), new Transform({ transform: failing })]],
  ])('that ends with an error in %s is no whole input', async (_, input) => {
    await expect(run('cat >/dev/null', { input })).rejects.toThrow('unreadable');
  });
});
