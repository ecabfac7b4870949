import type { Actor } from '#libs/access';
import type { ChannelInput } from '#libs/api';
import { Problem } from '../../platform/index.js';

/** Throws `forbidden` where an API token would open this machine for a webhook: only a person decides that. */
export function refuseLoopbackByToken({ tokenId }: Actor, { allow_loopback: allows }: ChannelInput['settings']): void {
  if (tokenId !== null && allows === true)
    throw new Problem('forbidden', 'Only a person can allow a webhook to reach this machine.');
}
