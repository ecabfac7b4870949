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
    for (const part of ['--unshare-all', '--die-with-parent', '--new-session', '--ro-bind-try /data/drop /data/drop']) {
      expect(command).toContain(part);
    }
    expect(command.match(/--bind(?:-try)? \S+/g)).toEqual(['--bind-try /data/lake', '--bind /tmp/private']);
    expect(command).not.toContain('--share-net');
    expect(command.endsWith('-- node program.js')).toBe(true);
  });
});
