import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { PerformedAction } from '#libs/audit';
import { EventBus, RepeatedActions } from '../index.js';
import { Clock } from '../clock/clock.js';
import { eventually } from '../testing/eventually.js';
import { TestWorkbench } from '../testing/test-workbench.js';

const ALMOST_A_MINUTE = 59_900;
let workbench: TestWorkbench;
beforeAll(async () => {
  workbench = await TestWorkbench.start({ features: [] });
});
afterAll(() => workbench.stop());

const refused = (id: string): PerformedAction => ({
  ...{ action: 'access.denied', actor: null, outcome: 'denied' },
  ...{ object: { kind: 'route', id, name: null }, details: {} },
});

it('records a count when its minute ends, also where something else was refused meanwhile', async () => {
  const { app } = workbench;
  const performed: PerformedAction[] = [];
  app.get(EventBus).subscribe('action.performed', (fact) => performed.push(fact));
  const begin = app.get(Clock).now();
  const now = jest.spyOn(app.get(Clock), 'now').mockReturnValue(begin);
  const repeats = app.get(RepeatedActions);
  expect(repeats.note(refused('a'), { key: 'a' }).isNew).toBe(true);
  now.mockReturnValue(begin + ALMOST_A_MINUTE);
  expect(repeats.note(refused('a'), { key: 'a' }).isNew).toBe(false);
  expect(repeats.note(refused('b'), { key: 'b' }).isNew).toBe(true);
  await eventually(
    () => performed.map(({ object, details }) => [object.id, details.repeated]),
    (counts) => counts.some(([id, count]) => id === 'a' && count === 1),
    10_000,
  );
});
