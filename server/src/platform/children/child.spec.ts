import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Child } from './child.js';
import type { ChildOptions } from './child-options.js';
import { ChildNote, endOrphans, MARK_VARIABLE } from './child-records.js';
import { childSettings, configureChildren } from './child-settings.js';
import { childConfinement, listChildren } from './list-children.js';
import { MACHINE, startTimeOf } from './process-identity.js';
import { asRoot, smallDisk } from '../testing/small-disk.js';

let root: string;
let folder: string;
let records: string;
const before = childSettings();

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'child-spec-')));
  [folder, records] = [join(root, 'work'), join(root, 'children')];
  mkdirSync(folder);
  configureChildren({ confinement: 'auto', recordFolder: records });
});
afterEach(() => {
  configureChildren(before);
  rmSync(root, { recursive: true });
});

const USE: ChildOptions['use'] = {
  engine: 'plugin',
  purpose: 'plugin',
  connectionIds: new Set(['a']),
  jobName: 'Night',
};

function start(script: string, changes: Partial<ChildOptions> = {}): Promise<Child> {
  return Child.start(
    {
      command: [process.execPath, '-e', script],
      use: USE,
      limits: { memoryMebibytes: 1700, cpuSeconds: 60, openFiles: 64, fileMebibytes: 1 },
      ...{ paths: [], folder, env: {}, ...changes },
    },
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
}

/** What a script writes to its standard output, or the end of what it complains of. */
async function outputOf(script: string, changes: Partial<ChildOptions> = {}): Promise<string> {
  const { process: child } = await start(script, changes);
  const [out, error] = await Promise.all([text(streamOf(child.stdout)), text(streamOf(child.stderr))]);
  return out === '' ? error : out;
}

function streamOf(stream: Readable | null): Readable {
  if (stream === null) throw new Error('The process has no output.');
  return stream;
}

function isRunning(pid: number): boolean {
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z';
  return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const limit = performance.now() + 20_000;
  while (!holds()) {
    if (performance.now() > limit) throw new Error(`Not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function untilTrue(what: string, holds: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 20_000;
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`Not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('a child process', () => {
  it.each(['auto', 'off'] as const)('has its limits and no environment of the workbench (%s)', async (confinement) => {
    process.env.A_SECRET_OF_THE_WORKBENCH = 'open sesame';
    configureChildren({ confinement });
    const seen = JSON.parse(
      await outputOf(
        `const limits = require('fs').readFileSync('/proc/self/limits', 'utf8');
         console.log(JSON.stringify({ names: Object.keys(process.env), limits, at: process.cwd(), nice: os.getPriority() }))`,
      ),
    ) as { names: string[]; limits: string; at: string; nice: number };
    delete process.env.A_SECRET_OF_THE_WORKBENCH;
    const allowed = ['PATH', 'PWD', 'OLDPWD', 'TZ', 'TMPDIR', 'TEMP', 'TMP', MARK_VARIABLE];
    expect(seen.names.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(seen.at).toBe(folder);
    for (const [name, value] of [
      ['data size', 1700 * 1024 ** 2],
      ['cpu time', 60],
      ['open files', 64],
      ['file size', 1024 ** 2],
      ['core file size', 0],
    ]) {
      expect(seen.limits).toMatch(new RegExp(`^Max ${name} +${value} `, 'm'));
    }
  });

  it('that is confined writes to its folder and to a small /tmp, and sees no file of others', async () => {
    if ((await childConfinement()) !== 'bubblewrap') return;
    writeFileSync(join(root, 'secret'), 'key');
    const tries = ['/x', '/dev/x', '/dev/shm/x', `${root}/x`, `${folder}/x`, '/tmp/x'];
    const script = `const fs = require('fs');
      const tried = ${JSON.stringify(tries)}.filter((path) => { try { fs.writeFileSync(path, 'x'); return true } catch { return false } });
      console.log(JSON.stringify([tried, fs.existsSync('${root}/secret'), Object.keys(os.networkInterfaces())]))`;
    const [written, seesSecret, networks] = JSON.parse(await outputOf(script)) as [string[], boolean, string[]];
    // The folder above its own one is a mount point inside of /tmp here.
    expect(written.filter((path) => path !== `${root}/x`)).toEqual([`${folder}/x`, '/tmp/x']);
    expect([seesSecret, networks]).toEqual([false, ['lo']]);
    expect([existsSync(join(root, 'x')), existsSync('/tmp/x')]).toEqual([false, false]);
    const filling = `const fs = require('fs'); let n = 0;
      try { for (;;) fs.writeFileSync('/tmp/f' + n++, Buffer.alloc(1e6)) } catch (error) { console.log(error.code, n) }`;
    expect(await outputOf(filling)).toMatch(/^ENOSPC (?:[5-6]\d|70)$/m);
  });

  it('has a network where it is asked for', async () => {
    const script = "console.log(Object.keys(os.networkInterfaces()).length, require('fs').existsSync('/etc/hosts'))";
    const outside = Object.keys((await import('node:os')).networkInterfaces()).length;
    expect((await outputOf(script, { hasNetwork: true })).trim()).toBe(`${outside} true`);
  });

  it.each([
    ['writes a file beyond its limit', "require('fs').writeFileSync('f', Buffer.alloc(3e6))", /EFBIG|^$/],
    [
      'takes memory beyond its limit',
      'const all = []; for (;;) all.push(Buffer.alloc(1e8, 1))',
      /memory|allocation|^$/i,
    ],
    [
      'opens more files than its limit',
      "for (let n = 0; n < 100; n++) require('fs').openSync(process.execPath)",
      /EMFILE/,
    ],
  ])('that %s fails', async (_, script, complaint) => {
    expect(await outputOf(`${script}; console.log('done')`)).toMatch(complaint);
    expect(existsSync(join(folder, 'f')) ? readFileSync(join(folder, 'f')).length : 0).toBeLessThanOrEqual(1024 ** 2);
  });

  it('that uses up its processor time is ended', async () => {
    const { process: child } = await start('for (;;);', { limits: { memoryMebibytes: 1700, cpuSeconds: 1 } });
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
    expect([152, 'SIGXCPU', 137, 'SIGKILL']).toContain(code ?? signal);
  });

  it('is listed while it runs and leaves no record', async () => {
    const child = await start('setInterval(() => 0, 1000)');
    const isConfined = (await childConfinement()) === 'bubblewrap';
    expect(await listChildren()).toMatchObject([
      { engine: 'plugin', connection_id: 'a', job_name: 'Night', confined: isConfined },
    ]);
    expect(readdirSync(records)).toHaveLength(1);
    const ended = once(child.process, 'exit');
    child.kill();
    await ended;
    expect([await listChildren(), readdirSync(records)]).toEqual([[], []]);
  });

  it.each(['auto', 'off'] as const)('takes what it has started with it (%s)', async (confinement) => {
    configureChildren({ confinement });
    const script = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' }); setInterval(() => 0, 1000)`;
    const child = await start(script);
    const mark = JSON.parse(readFileSync(join(records, readdirSync(records)[0] ?? ''), 'utf8')) as { mark: string };
    await until('its own child runs', () => marked(mark.mark).filter((one) => one.isNode).length === 2);
    child.kill();
    await until('nothing of it is left', () => marked(mark.mark).length === 0);
  });

  it('has a limit of processes that its namespace alone counts, where it is confined', async () => {
    const limits = { memoryMebibytes: 1700, tasks: 40 };
    const seen = await outputOf("console.log(require('fs').readFileSync('/proc/self/limits', 'utf8'))", { limits });
    if ((await childConfinement()) === 'bubblewrap') expect(seen).toMatch(/^Max processes +56 /m);
    configureChildren({ confinement: 'off' });
    const free = await outputOf("console.log(require('fs').readFileSync('/proc/self/limits', 'utf8'))", { limits });
    expect(free).not.toMatch(/^Max processes +56 /m);
  });

  it.each(['auto', 'off'] as const)(
    'counts its processes and threads, also those of its threads (%s)',
    async (confinement) => {
      configureChildren({ confinement });
      const sleeps =
        "for (let i = 0; i < 10; i += 1) require('child_process').spawn('/bin/sleep', ['30'], { stdio: 'ignore' })";
      const script = `new (require('worker_threads').Worker)(${JSON.stringify(sleeps)}, { eval: true }); ${sleeps}; setInterval(() => 0, 1000)`;
      const child = await start(script);
      let tasks = 0;
      await untilTrue('all run', async () => (tasks = await child.countTasks(1000)) > 22);
      expect(tasks).toBeLessThan(80);
      expect(await child.countTasks(5)).toBeGreaterThan(5);
      child.kill();
    },
  );

  it('takes along what has left its process group and its tree, where it says that it may start others', async () => {
    configureChildren({ confinement: 'off' });
    const script = `require('child_process').spawn('/bin/sh', ['-c', 'setsid /bin/sleep 30 &'], { stdio: 'ignore', detached: true }); setInterval(() => 0, 1000)`;
    const child = await start(script, { mayStartOthers: true });
    const { mark } = JSON.parse(readFileSync(join(records, readdirSync(records)[0] ?? ''), 'utf8')) as { mark: string };
    await until('it has left', () => marked(mark).some(({ isNode }) => !isNode));
    // The environment of a process that is being replaced by exec cannot be read.
    await untilTrue('it counts', async () => (await child.countTasks(1000, true)) > (await child.countTasks(1000)));
    child.kill();
    await until('nothing of it is left', () => marked(mark).length === 0);
  });

  it('asks its program to end', async () => {
    const child = await start(
      "process.on('SIGTERM', () => { console.log('asked'); process.exit() }); console.log('up'); setInterval(() => 0, 1000)",
    );
    const out = streamOf(child.process.stdout);
    await once(out, 'data');
    const rest = text(out);
    await child.terminate();
    expect(await rest).toContain('asked');
  });
});

/** Running processes that carry a mark. */
function marked(mark: string): { pid: number; isNode: boolean }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isRunning(Number(name)))
    .flatMap((name) => {
      try {
        const isMarked = readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${MARK_VARIABLE}=${mark}`);
        const isNode = readFileSync(`/proc/${name}/cmdline`, 'latin1').startsWith(process.execPath);
        return isMarked ? [{ pid: Number(name), isNode }] : [];
      } catch {
        return [];
      }
    });
}

describe('what a dead workbench left', () => {
  const DEAD = { pid: process.pid, start: '1' };

  function leave(mark: string, env: Record<string, string>, script = 'setInterval(() => 0, 1000)'): number {
    const child = spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore', env });
    child.unref();
    writeRecord(mark, { owner: DEAD, child: { pid: child.pid ?? 0, start: startTimeOf(child.pid ?? 0) } });
    return child.pid ?? 0;
  }

  function writeRecord(mark: string, record: object): void {
    mkdirSync(records, { recursive: true });
    writeFileSync(join(records, `${mark}.json`), JSON.stringify({ machine: MACHINE, mark, ...record }));
  }

  it('is ended by start time, and by mark where its own process is gone', async () => {
    const [byTime, byMark] = ['a'.repeat(32), 'b'.repeat(32)];
    const first = leave(byTime, {});
    const second = leave(byMark, { [MARK_VARIABLE]: byMark });
    writeRecord(byMark, { owner: DEAD, child: null });
    expect(endOrphans(records)).toBe(2);
    await until('both are gone', () => !isRunning(first) && !isRunning(second));
    expect(readdirSync(records)).toEqual([]);
  });

  it('is left alone where a process id is all that fits, the owner lives, or another machine wrote it', () => {
    const pid = leave('c'.repeat(32), {});
    writeRecord('c'.repeat(32), { owner: DEAD, child: { pid, start: '1' } });
    const own = { pid: process.pid, start: startTimeOf(process.pid) };
    writeRecord('d'.repeat(32), { owner: own, child: { pid, start: startTimeOf(pid) } });
    writeRecord('e'.repeat(32), { machine: 'another1', owner: DEAD, child: { pid, start: startTimeOf(pid) } });
    writeFileSync(join(records, 'broken.json'), '{');
    expect(endOrphans(records)).toBe(0);
    expect(isRunning(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });

  it('is nothing where there is no folder', () => {
    expect(endOrphans(join(root, 'nowhere'))).toBe(0);
  });
});

describe('a full disk', () => {
  it('lets a child start without its record', () => {
    const folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
    const release = smallDisk(folder, 64 * 1024);
    try {
      expect(() => writeFileSync(join(folder, 'all'), Buffer.alloc(128 * 1024))).toThrow(/ENOSPC/);
      const note = new ChildNote(join(folder, 'children'));
      note.started(process.pid);
      note.remove();
      rmSync(join(folder, 'all'));
      new ChildNote(join(folder, 'children')).started(process.pid);
      expect(readdirSync(join(folder, 'children'))).toEqual([expect.stringMatching(/^[0-9a-f]{32}\.json$/)]);
    } finally {
      release();
      rmSync(folder, { recursive: true });
    }
  });

  it('or one that turned read-only lets a child start without its record, and end with it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'read-only-disk-'));
    const release = smallDisk(folder, 64 * 1024);
    try {
      const note = new ChildNote(join(folder, 'children'));
      asRoot('mount', ['-o', 'remount,ro', folder]);
      note.started(process.pid);
      note.remove();
      new ChildNote(join(folder, 'children')).started(process.pid);
      expect(readdirSync(join(folder, 'children'))).toHaveLength(1);
    } finally {
      release();
      rmSync(folder, { recursive: true });
    }
  });

  it('is the only reason to do without one', () => {
    const file = join(root, 'no-folder');
    writeFileSync(file, '');
    expect(() => new ChildNote(join(file, 'children'))).toThrow(/ENOTDIR/);
  });

  it('ends a child whose process cannot be added to its record', async () => {
    let pid = 0;
    jest.spyOn(ChildNote.prototype, 'started').mockImplementation((started) => {
      pid = started;
      throw new Error('no record');
    });
    try {
      await expect(start('setInterval(() => undefined, 1000)')).rejects.toThrow('no record');
    } finally {
      jest.restoreAllMocks();
    }
    await until('it has ended', () => !isRunning(pid) && readdirSync(records).length === 0);
  });
});
