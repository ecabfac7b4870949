import { describe, expect, it } from '@jest/globals';
import { decide, isComplete } from './decide.mjs';
import type { Machine } from './decide.mjs';

const FULL = {
  binFolder: '/usr/lib/postgresql/15/bin',
  version: '15.18',
  major: 15,
  hasPostgis: true,
  hasPgDump: true,
};
const BARE: Machine = {
  installations: [],
  chromium: null,
  headlessShell: null,
  sshd: null,
  canInstallHeadlessShell: false,
  aptAs: null,
  aptMajors: [],
};
const BOTH = ['postgres', 'chromium'] as const;

describe('the tools of the tests', () => {
  it('are taken from the machine when all are there', () => {
    const machine = { ...BARE, installations: [FULL], chromium: '/usr/bin/chromium' };
    expect(decide(BOTH, machine)).toEqual({
      kind: 'ready',
      postgres: FULL,
      chromium: '/usr/bin/chromium',
      headlessShell: null,
      sshd: null,
      extras: [],
    });
  });

  it('need not be there when they are not needed', () => {
    expect(decide([], BARE).kind).toBe('ready');
    expect(decide(['postgres'], { ...BARE, installations: [FULL] }).kind).toBe('ready');
  });

  it('pass over servers that are too old, or lack PostGIS or pg_dump', () => {
    const unfit = [{ major: 12 }, { hasPostgis: false }, { hasPgDump: false }].map((one) => ({ ...FULL, ...one }));
    expect(decide(['postgres'], { ...BARE, installations: unfit }).kind).toBe('missing');
    expect(decide(['postgres'], { ...BARE, installations: [...unfit, FULL] })).toMatchObject({ postgres: FULL });
  });

  it.each([
    { name: 'everything on a bare machine', machine: BARE, major: '17', more: ['chromium'] },
    { name: 'only what is missing', machine: { ...BARE, chromium: '/usr/bin/chromium' }, major: '17', more: [] },
    {
      name: 'PostGIS for the server that is there',
      machine: { ...BARE, installations: [{ ...FULL, hasPostgis: false }], chromium: '/usr/bin/chromium' },
      major: '15',
      more: [],
    },
    {
      name: 'a new server where the one that is there is too old',
      machine: { ...BARE, installations: [{ ...FULL, major: 12 }], chromium: '/usr/bin/chromium' },
      major: '17',
      more: [],
    },
  ])('are installed where apt-get may be used: $name', ({ machine, major, more }) => {
    const packages = [`postgresql-${major}`, `postgresql-${major}-postgis-3`, `postgresql-client-${major}`, ...more];
    expect(decide(BOTH, { ...machine, aptAs: 'root', aptMajors: [17, 15] })).toEqual({ kind: 'install', packages });
  });

  it('have a headless shell where there is one or apt-get has one', () => {
    const headlessShell = '/usr/bin/chromium-headless-shell';
    const rich = { ...BARE, aptAs: 'root', canInstallHeadlessShell: true } as const;
    const packages = ['chromium', 'chromium-headless-shell'];
    expect(decide(['chromium'], rich)).toEqual({ kind: 'install', packages });
    const withBrowser = { ...rich, chromium: '/usr/bin/chromium' };
    expect(decide(['chromium'], withBrowser)).toMatchObject({ kind: 'ready', extras: ['chromium-headless-shell'] });
    expect(decide(['chromium'], { ...withBrowser, headlessShell })).toMatchObject({ headlessShell, extras: [] });
    expect(decide(['postgres'], { ...rich, installations: [FULL] })).toMatchObject({ kind: 'ready', extras: [] });
  });

  it('do without a headless shell where there is none', () => {
    const machine = { ...BARE, chromium: '/usr/bin/chromium', canInstallHeadlessShell: true };
    expect(decide(['chromium'], machine)).toMatchObject({ kind: 'ready', headlessShell: null, extras: [] });
  });

  it.each([
    ['all is there', BOTH, {}, true],
    ['the headless shell is missing', BOTH, { headlessShell: null }, false],
    ['the headless shell is not needed', ['postgres'] as const, { headlessShell: null }, true],
    ['the browser is missing', BOTH, { chromium: null }, false],
    ['the server is too old', BOTH, { installations: [{ ...FULL, major: 12 }] }, false],
  ])('need no answer of apt-get unless something is missing: %s', (_, needed, lacks, expected) => {
    const rich = { ...BARE, installations: [FULL], chromium: '/bin/chromium', headlessShell: '/bin/shell' };
    expect(isComplete(needed, { ...rich, ...lacks })).toBe(expected);
  });

  it('include OpenSSH where it is needed', () => {
    const packages = ['openssh-server', 'openssh-client'];
    expect(decide(['openssh'], { ...BARE, aptAs: 'root' })).toEqual({ kind: 'install', packages });
    expect(decide(['openssh'], { ...BARE, sshd: '/usr/sbin/sshd' })).toMatchObject({ sshd: '/usr/sbin/sshd' });
    expect(decide(['openssh'], BARE)).toMatchObject({ sentence: expect.stringContaining('SSHD_PATH') });
  });

  it('are named in one sentence where nothing can be installed', () => {
    const decision = decide(BOTH, BARE);
    expect(decision).toMatchObject({ kind: 'missing' });
    const { sentence } = decision as { sentence: string };
    expect(sentence).toContain('PG_BIN_DIR');
    expect(sentence).toContain('CHROMIUM_PATH');
    expect(sentence.match(/\.(\s|$)/g)).toHaveLength(1);
  });

  it('are named in one sentence where apt-get does not have them', () => {
    const decision = decide(['postgres'], { ...BARE, aptAs: 'sudo', aptMajors: [12] });
    expect(decision).toMatchObject({ kind: 'missing' });
    expect((decision as { sentence: string }).sentence).toContain('does not offer');
  });
});
