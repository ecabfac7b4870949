import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HOST_MS, HostCampaign, NO_HOST_LEAKS } from './testing/host-campaign.js';

/** Ten hosts for each round of a campaign: a thousand unless `SOAK_ROUNDS` says otherwise. */
const HOSTS = Number(process.env.SOAK_ROUNDS ?? 100) * 10;

describe('engine hosts that start and end', () => {
  let campaign: HostCampaign;
  beforeAll(async () => {
    campaign = await HostCampaign.create();
  });
  afterAll(() => campaign.dispose());

  it(
    `leave no process, descriptor or folder behind, ${HOSTS} of them`,
    async () => {
      await campaign.run(HOSTS);
      expect(await campaign.leaks()).toEqual(NO_HOST_LEAKS);
    },
    (HOSTS + 10) * HOST_MS,
  );
});
