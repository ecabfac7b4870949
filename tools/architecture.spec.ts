import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import type { ICruiseOptions, ICruiseResult, IFlattenedRuleSet } from 'dependency-cruiser';
import rules from '../.dependency-cruiser.mjs';

const { forbidden, options } = rules as { forbidden: IFlattenedRuleSet['forbidden']; options: ICruiseOptions };

/** A small house in good order, as file -> imports. */
const HOUSE: Record<string, string[]> = {
  'libs/sql/index.ts': [],
  'libs/sql/a.ts': [],
  'libs/sql/b.ts': ['./a.js'],
  'libs/api/index.ts': ['../sql/index.js'],
  'server/src/app.module.ts': ['./studio/index.js', './audit/index.js'],
  'server/src/platform/index.ts': ['../../../libs/api/index.js'],
  'server/src/connections/index.ts': ['./engines/connector.js', '../platform/index.js'],
  'server/src/connections/engines/connector.ts': [],
  'server/src/connections/engines/duckdb/open-database.ts': ['../connector.js'],
  'server/src/studio/index.ts': ['../connections/index.js'],
  'server/src/studio/runs.ts': [],
  'server/src/audit/index.ts': ['../platform/index.js'],
  'client/src/app/shared/icon.ts': [],
  'client/src/app/studio/page.ts': ['../shared/icon.js'],
  'client/src/app/settings/page.ts': ['../shared/icon.js'],
  'client/src/app/shared/ui/toast/toasts.ts': [],
  'client/src/app/studio/tabs/store.ts': ['../../shared/ui/toast/toasts.js'],
  'client/src/app/studio/tabs/ui/strip.ts': ['../store.js'],
  'client/src/app/studio/results/chart/option.ts': [],
  'client/src/app/studio/results/ui/modes.ts': ['../chart/option.js'],
};

/** One broken import of each kind: the rule that must notice, the file, what it imports. */
const PLANTS: [string, string, string][] = [
  ['no-cycles', 'libs/sql/a.ts', './b.js'],
  ['libs-are-pure', 'libs/api/clock.ts', 'node:fs'],
  ['platform-knows-no-feature', 'server/src/platform/health.ts', '../studio/index.js'],
  ['modules-meet-at-index', 'server/src/audit/reader.ts', '../studio/runs.js'],
  ['app-imports-modules-at-index', 'server/src/start.ts', './studio/runs.js'],
  ['nobody-imports-listeners', 'server/src/studio/trail.ts', '../audit/index.js'],
  ['server-and-client-are-apart', 'client/src/app/studio/leak.ts', '../../../../server/src/platform/index.js'],
  ['client-features-do-not-meet', 'client/src/app/settings/peek.ts', '../studio/page.js'],
  ['client-shared-knows-no-feature', 'client/src/app/shared/knows.ts', '../studio/page.js'],
  ['client-data-knows-no-ui', 'client/src/app/studio/files/store.ts', '../tabs/ui/strip.js'],
  ['result-modes-do-not-meet', 'client/src/app/studio/results/map/view.ts', '../chart/option.js'],
  ['engines-stay-behind-the-connector', 'server/src/studio/engine.ts', '../connections/engines/connector.js'],
  ['native-engines-stay-in-child-programs', 'server/src/studio/native.ts', '@duckdb/node-api'],
  ['child-programs-are-started-not-imported', 'server/src/connections/reads.ts', './engines/duckdb/open-database.js'],
  [
    'guards-read-no-text',
    'server/src/connections/engines/duckdb/guard/statement-guard.ts',
    '../../../../../../libs/sql/index.js',
  ],
  ['no-tests-in-production-code', 'server/src/studio/borrow.ts', './runs.spec.js'],
  ['only-declared-dependencies', 'server/src/studio/undeclared.ts', 'left-pad'],
];

async function violationsOf(house: Record<string, string[]>): Promise<{ rule: string; from: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'house-'));
  try {
    for (const [path, imports] of Object.entries(house)) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), [...imports.map((name) => `import '${name}';`), 'export {};', ''].join('\n'));
    }
    writeFileSync(join(folder, 'package.json'), '{}');
    const cruising = {
      ...options,
      tsConfig: undefined,
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden },
    } as ICruiseOptions;
    const { output } = await cruise(['server', 'libs', 'client'], cruising);
    return (output as ICruiseResult).summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the rules of the house', () => {
  let found: { rule: string; from: string }[] = [];

  beforeAll(async () => {
    const house = structuredClone(HOUSE);
    house['server/src/studio/runs.spec.ts'] = [];
    for (const [, path, name] of PLANTS) (house[path] ??= []).push(name);
    found = await violationsOf(house);
  });

  it('finds nothing in a house in good order', async () => {
    expect(await violationsOf(HOUSE)).toEqual([]);
  });

  it.each(PLANTS)('%s notices a planted import', (rule, path) => {
    expect(found).toContainEqual({ rule, from: path });
  });

  it('has a plant for every rule', () => {
    const tested = new Set(PLANTS.map(([rule]) => rule));
    expect(forbidden?.map(({ name }) => name).filter((name) => !tested.has(name ?? ''))).toEqual([]);
  });
});
