import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { demoConfigurationText, findDemoConnections, findShop } from './configuration-text.js';

const HOME = '/srv/a home: #1';
const FILES = { lakeFile: `${HOME}/demo/lake.duckdb`, dropFolder: `${HOME}/demo/drop` };
const SHOP = { port: 15_432, sealedPassword: 'enc:v1:c2VjcmV0', hasReporting: false };

function entries(text: string): Record<string, unknown>[] {
  return (parse(text) as { connections: Record<string, unknown>[] }).connections;
}

describe('the first configuration file', () => {
  it('lists the three connections with paths relative to itself', () => {
    const text = demoConfigurationText({ configFile: `${HOME}/connections.yaml`, ...FILES, shop: SHOP });
    expect(entries(text)).toEqual([
      {
        ...{ id: 'shop', name: 'Shop', kind: 'postgres', colour: 'green', host: '127.0.0.1', port: 15_432 },
        ...{ database: 'shop', user: 'shop', password: 'enc:v1:c2VjcmV0', ssl: 'disable', confirm_destructive: false },
      },
      {
        id: 'lake',
        name: 'Lake',
        kind: 'duckdb',
        colour: 'blue',
        path: './demo/lake.duckdb',
        confirm_destructive: false,
      },
      { id: 'drop', name: 'Drop folder', kind: 'files', colour: 'amber', path: './demo/drop', read_only: false },
    ]);
  });

  it('lists Reporting beside the shop, on the same server', () => {
    const shop = { ...SHOP, hasReporting: true };
    const [first, second] = entries(demoConfigurationText({ configFile: `${HOME}/connections.yaml`, ...FILES, shop }));
    const own = { id: 'reporting', name: 'Reporting', colour: 'violet', database: 'reporting' };
    expect(second).toEqual({ ...first, ...own });
  });

  it('names absolute paths when it lies somewhere else', () => {
    const text = demoConfigurationText({ configFile: '/etc/workbench.yaml', ...FILES, shop: SHOP });
    expect(entries(text).map(({ path }) => path)).toEqual([undefined, FILES.lakeFile, FILES.dropFolder]);
  });

  it('goes without the shop', () => {
    const text = demoConfigurationText({ configFile: `${HOME}/connections.yaml`, ...FILES, shop: null });
    expect(entries(text).map(({ id }) => id)).toEqual(['lake', 'drop']);
  });
});

describe('looking for the shop in a configuration file', () => {
  const own = 'kind: postgres, host: localhost, user: shop';
  const found = (...connections: object[]) => ({ kind: 'found', connections });
  const mine = { id: 'mine', port: 15_432, database: 'shop' };

  it.each([
    [
      'under another id',
      `connections: [{ id: mine, ${own}, port: 15432, database: shop }]`,
      found({ id: 'mine', port: 15_432, database: 'shop' }),
    ],
    [
      'twice, with another database each',
      `connections: [{ id: mine, ${own}, port: 15432, database: shop }, { id: b, ${own}, port: 15432, database: reporting }]`,
      found(mine, { ...mine, id: 'b', database: 'reporting' }),
    ],
    [
      'on its previous port',
      'connections: [{ id: mine, kind: postgres, host: 127.0.0.1, port: 15400, user: shop, database: shop, ssh: off }]',
      found({ ...mine, port: 15_400 }),
    ],
    ['nowhere: removed', 'connections: []', { kind: 'removed' }],
    ...[
      ['server', 'host: db.example.org, port: 15432, user: shop, database: shop'],
      ['port', 'host: 127.0.0.1, port: 5432, user: shop, database: shop'],
      ['role', 'host: 127.0.0.1, port: 15432, user: postgres, database: shop'],
      ['role, which is not named', 'host: 127.0.0.1, port: 15432, database: shop'],
      ['database', 'host: 127.0.0.1, port: 15400, user: shop, database: orders'],
      ['database, which is not named', 'host: 127.0.0.1, port: 15432, user: shop'],
      [
        'machine, through SSH',
        'host: 127.0.0.1, port: 15432, user: shop, database: shop, ssh: password, ssh_host: jump',
      ],
    ].map(([what, entry]): [string, string, object] => [
      `nowhere: another ${what}`,
      `connections: [{ id: a, kind: postgres, ${entry} }]`,
      { kind: 'removed' },
    ]),
    ['nowhere: an empty file', '', { kind: 'removed' }],
    ['nowhere: entries that are none', 'connections: [null, 7, { kind: postgres }]', { kind: 'removed' }],
    ['nowhere: a list that is none', 'connections: { id: shop }', { kind: 'removed' }],
    ['in a file that is not well formed', 'connections: [', { kind: 'unreadable' }],
    ['in a file with an alias that multiplies', 'a: &a [x]\nconnections: [*a, *a]', { kind: 'unreadable' }],
  ])('finds it %s', (_where, text, expected) => {
    expect(findShop(text, [15_432, 15_400])).toEqual(expected);
  });
});

describe('the connections of the demo', () => {
  const targets = { folder: HOME, ports: [15_432, null], paths: [FILES.lakeFile, FILES.dropFolder] };
  const text = demoConfigurationText({ configFile: `${HOME}/connections.yaml`, ...FILES, shop: SHOP });

  it.each<[string, string, string[]]>([
    ['all of them', text, ['shop', 'lake', 'drop']],
    [
      'Reporting',
      text.replace(
        '  # The web',
        '  - { id: r, kind: postgres, host: localhost, port: 15432, user: shop, database: reporting }\n  # The web',
      ),
      ['shop', 'r', 'lake', 'drop'],
    ],
    ['one under another id', text.replace('id: lake', 'id: visits'), ['shop', 'visits', 'drop']],
    [
      'none of another server on its port',
      text.replace('  # The web', '  - { id: mine, kind: postgres, host: localhost, port: 15432 }\n  # The web'),
      ['shop', 'lake', 'drop'],
    ],
    ['none that leads elsewhere', text.replace('./demo/lake', './mine').replace('15432', '5432'), ['drop']],
    ['one with an absolute path', `connections: [{ id: a, kind: duckdb, path: "${FILES.lakeFile}" }]`, ['a']],
    ['none in a file that is not well formed', 'connections: [', []],
  ])('are %s', (_, file, expected) => {
    expect(findDemoConnections(file, targets)).toEqual(expected);
  });
});
