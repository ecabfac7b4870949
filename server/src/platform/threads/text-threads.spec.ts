import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { TextThreads } from './text-threads.js';

const threads = new TextThreads();
afterAll(() => threads.onModuleDestroy());

/** So long that it is read in a thread. */
const LONG = ' '.repeat(25_000);

describe('a text', () => {
  it('is read in a thread as it is in place', async () => {
    const text = 'SELECT :a, $$ ; $$; DROP TABLE t; SELECT :b::int';
    const parameters = { a: 1, b: { value: '2', type: 'integer' } };
    for (const name of ['readRunText', 'readExplainText'] as const) {
      const args = name === 'readRunText' ? ([parameters] as const) : ([3, parameters] as const);
      const short = await threads.run(name, text, 'duckdb', ...(args as [never]));
      expect(await threads.run(name, `${text}${LONG}`, 'duckdb', ...(args as [never]))).toEqual(short);
    }
    const findings = await threads.run('destructiveFindings', text, 'postgres');
    expect(findings).toHaveLength(1);
    expect(await threads.run('destructiveFindings', `${text}${LONG}`, 'postgres')).toEqual(findings);
    expect(await threads.run('readsOnly', `SELECT 1${LONG}`, 'postgres')).toBe(true);
    const named = await threads.run('textParameters', text, 'postgres');
    expect(named).toEqual({ names: ['a', 'b'], isMixed: false });
    expect(await threads.run('textParameters', `${text}${LONG}`, 'postgres')).toEqual(named);
    expect(await threads.run('readYaml', `a: [1]${LONG}`)).toEqual({ kind: 'read', value: { a: [1] } });
  });

  it.each([
    ['aliases that multiply', `a: &a [x,x,x,x,x,x,x,x,x]\n${bomb()}`],
    ['brackets without end', '['.repeat(100_000)],
    ['maps without end', '{a: '.repeat(100_000)],
  ])('of YAML with %s is refused and hurts nobody', async (_, text) => {
    const answer = await threads.run('readYaml', `${text}\n${LONG}`).catch((error: unknown) => error);
    expect(answer).toMatchObject(
      answer instanceof Error ? { code: 'text-too-hard' } : { kind: 'unreadable', why: expect.any(String) },
    );
    expect(await threads.run('readYaml', `b: 1${LONG}`)).toEqual({ kind: 'read', value: { b: 1 } });
  });

  it.each([
    ['many keys', `{${Array.from({ length: 3_300 }, (_, at) => at.toString(36)).join(',')}}`],
    ['quotes', '"'.repeat(19_990)],
    ['tags', '- !a b\n'.repeat(2_800)],
  ])('of YAML with %s leaves the event loop, short as it is, and warns nobody', async (_, text) => {
    const warned = jest.spyOn(process, 'emitWarning');
    await threads.run('readYaml', text);
    const spentMs: number[] = [];
    // The least of several times: a collection of garbage, of other tests as well, falls on some of them.
    for (let round = 0; round < 5 && !spentMs.some((ms) => ms < 20); round += 1) {
      const before = process.threadCpuUsage();
      await threads.run('readYaml', text);
      const { user, system } = process.threadCpuUsage(before);
      spentMs.push((user + system) / 1000);
    }
    expect(Math.min(...spentMs)).toBeLessThan(20);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });

  it('that takes too long is given up, and the next one is read', async () => {
    // The YAML reader compares each key with all others.
    const hard = `{${Array.from({ length: 200_000 }, (_, at) => at.toString(36)).join()}}`;
    const outcome = await threads.run('readYaml', hard).catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'text-too-hard' });
    expect(await threads.run('splitStatements', `SELECT 1;${LONG}SELECT 2`, 'postgres')).toHaveLength(2);
  });

  it('waits its turn, and beyond a number of them is refused', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => threads.run('splitStatements', `SELECT ${n};${LONG}`, 'postgres')),
    );
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.length - refused.length).toBe(64);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'too-many-requests' } });
  });
});

/** Nine levels of nine aliases each: 400 million values. */
function bomb(): string {
  return 'bcdefghi'
    .split('')
    .map(
      (name, index) =>
        `${name}: &${name} [${Array(9)
          .fill(`*${'abcdefgh'.charAt(index)}`)
          .join(',')}]`,
    )
    .join('\n');
}
