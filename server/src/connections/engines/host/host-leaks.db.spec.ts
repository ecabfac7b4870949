import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDS, HostCampaign, NO_HOST_LEAKS } from './testing/host-campaign.js';

/** Each way to end, more than once; `npm run soak` ends a thousand hosts. */
const HOSTS = 3 * ENDS.length;

describe('engine hosts that start and end', () => {
  let campaign: HostCampaign;
  beforeAll(async () => {
    campaign = await HostCampaign.create();
  });
  afterAll(() => campaign.dispose());

  it(`leave no process, descriptor or folder behind, ${HOSTS} of them`, async () => {
    await campaign.run(HOSTS);
    expect(await campaign.leaks()).toEqual(NO_HOST_LEAKS);
  });
});
