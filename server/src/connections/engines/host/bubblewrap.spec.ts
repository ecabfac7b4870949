import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { bubblewrapCommand, chosenPath, type ConfinementProbe } from './bubblewrap.js';

const WORKS: ConfinementProbe = { isPossible: true, path: '/usr/bin/bwrap' };
const MISSING: ConfinementProbe = { isPossible: false, reason: 'not-installed' };

describe('the confinement of an engine process', () => {
  it.each([
    ['auto', WORKS, '/usr/bin/bwrap'],
    ['required', WORKS, '/usr/bin/bwrap'],
    ['auto', MISSING, null],
  ] as const)('with %s and %j uses %s', (confinement, probe, path) => {
    expect(chosenPath(confinement, probe)).toBe(path);
  });

  it('that is required is never left out', () => {
    expect(() => chosenPath('required', MISSING)).toThrow(/WORKBENCH_CONFINEMENT is "required", and bubblewrap is not/);
    expect(() => chosenPath('required', { isPossible: false, reason: 'not-permitted' })).toThrow(/user namespaces/);
  });

  it('has no network, ends with the workbench and binds writable only what is', () => {
    const command = bubblewrapCommand(
      '/usr/bin/bwrap',
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
    const command = bubblewrapCommand(
      '/usr/bin/bwrap',
      { folder: '/tmp/private', paths: [{ path, isWritable: true, onlyNames: ['a.sqlite'] }] },
      ['node', 'program.js'],
    );
    const hidden = join(path, readdirSync(path, { withFileTypes: true }).find((one) => one.isDirectory())?.name ?? '');
    const program = join(process.cwd(), 'node_modules');
    expect(command.lastIndexOf(program)).toBeGreaterThan(command.indexOf(path));
    expect(command.indexOf(hidden)).toBeGreaterThan(command.indexOf('--bind-try'));
    expect(command.filter((part) => part === program).length).toBeGreaterThanOrEqual(2);
    // The last mount of a path is what the process sees.
    expect(command[command.lastIndexOf(program) - 2]).toBe('--ro-bind-try');
    expect(command[command.lastIndexOf(path) - 2]).toBe('--bind-try');
  });
});
