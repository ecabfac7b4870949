import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bubblewrapCommand, chosenBubblewrap, type ConfinementProbe } from './bubblewrap.js';

const BUBBLEWRAP = { path: '/usr/bin/bwrap', canLimitTmp: true };
const WORKS: ConfinementProbe = { isPossible: true, ...BUBBLEWRAP };
const MISSING: ConfinementProbe = { isPossible: false, reason: 'not-installed' };

describe('the confinement of a child process', () => {
  it.each([
    ['auto', WORKS, BUBBLEWRAP],
    ['required', WORKS, BUBBLEWRAP],
    ['auto', MISSING, null],
  ] as const)('with %s and %j uses %s', (confinement, probe, path) => {
    expect(chosenBubblewrap(confinement, probe)).toEqual(path);
  });

  it('that is required is never left out', () => {
    expect(() => chosenBubblewrap('required', MISSING)).toThrow(
      /WORKBENCH_CONFINEMENT is "required", and bubblewrap is not/,
    );
    expect(() => chosenBubblewrap('required', { isPossible: false, reason: 'not-permitted' })).toThrow(
      /user namespaces/,
    );
  });

  it('has no network, ends with the workbench and binds writable only what is', () => {
    const command = bubblewrapCommand(
      BUBBLEWRAP,
      {
        folder: '/tmp/private',
        paths: [
          { path: '/data/drop', isWritable: false },
          { path: '/data/lake', isWritable: true },
        ],
      },
      ['node', 'program.js'],
    ).join(' ');
    for (const part of ['--unshare-all', '--die-with-parent', '--ro-bind-try /data/drop /data/drop']) {
      expect(command).toContain(part);
    }
    expect(command.match(/--bind(?:-try)? \S+/g)).toEqual(['--bind-try /data/lake', '--bind /tmp/private']);
    expect(command).not.toContain('--share-net');
    expect(command.endsWith('-- node program.js')).toBe(true);
  });

  it.each(['/', process.cwd(), '/tmp'])('mounts folders before what is in them, for a file in %s', (path) => {
    const whole = bubblewrapCommand(
      BUBBLEWRAP,
      { folder: '/tmp/private', paths: [{ path, isWritable: true, onlyNames: ['a.sqlite'] }] },
      ['node', 'program.js'],
    );
    const command = whole.slice(0, whole.indexOf('--remount-ro'));
    const closed = whole.filter((_, index) => whole[index - 1] === '--remount-ro');
    for (const open of [path, '/tmp/private']) expect(closed).not.toContain(open);
    const hidden = join(path, readdirSync(path, { withFileTypes: true }).find((one) => one.isDirectory())?.name ?? '');
    const program = join(process.cwd(), 'node_modules');
    expect(command.lastIndexOf(program)).toBeGreaterThan(command.indexOf(path));
    expect(command.indexOf(hidden)).toBeGreaterThan(command.indexOf('--bind-try'));
    expect(command.filter((part) => part === program).length).toBeGreaterThanOrEqual(2);
    // The last mount of a path is what the process sees.
    expect(command[command.lastIndexOf(program) - 2]).toBe('--ro-bind-try');
    expect(command[command.lastIndexOf(path) - 2]).toBe('--bind-try');
  });

  it('has a network only where it is asked for, with what finds names and checks certificates', () => {
    const places = { folder: '/tmp/private', paths: [], hasNetwork: true };
    const command = bubblewrapCommand(BUBBLEWRAP, places, ['pg_dump']).join(' ');
    expect(command).toContain('--share-net');
    expect(command).toMatch(/--ro-bind-try \S+ \/etc\/resolv\.conf /);
  });

  it.each([
    [true, '--size 67108864 --tmpfs /tmp', false],
    [false, '--tmpfs /tmp', true],
  ])('limits the memory that files may take (sizes known: %s)', (canLimitTmp, tmp, isTmpReadOnly) => {
    const places = { folder: '/data/private', paths: [] };
    const command = bubblewrapCommand({ ...BUBBLEWRAP, canLimitTmp }, places, ['node']).join(' ');
    expect(command).toContain(tmp);
    expect(command).toContain('--remount-ro / --remount-ro /dev');
    expect(command.includes('--remount-ro /tmp')).toBe(isTmpReadOnly);
  });
});
