import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { EventMap } from '#libs/events';
import { EventBus } from '../platform/index.js';
import { DriverFaults } from '../platform/state/testing/driver-faults.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { AdminModule } from './admin.module.js';
import { StorageService } from './storage.service.js';

describe('a clean-up while the state vanishes', () => {
  const faults = new DriverFaults();
  let workbench: TestWorkbench;

  beforeAll(async () => {
    faults.start();
    workbench = await TestWorkbench.start({ features: [AdminModule] });
  });
  afterAll(async () => {
    faults.stop();
    await workbench.stop();
  });

  it('is published although the state cannot be written', async () => {
    const performed: EventMap['action.performed'][] = [];
    workbench.app.get(EventBus, { strict: false }).subscribe('action.performed', (fact) => performed.push(fact));
    const storage = workbench.app.get(StorageService, { strict: false });
    faults.isDown = true;
    const overview = await storage.cleanUp(LOCAL_ACTOR, 'results').finally(() => (faults.isDown = false));
    expect(overview.items.map(({ area }) => area)).toContain('results');
    expect(performed).toMatchObject([{ action: 'storage.clean_up', object: { id: 'results' } }]);
  });
});
