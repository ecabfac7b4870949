import type { IconName } from '../shared/ui/icon/icon';

/** A place of the workbench that has its own address. `keys` is the sequence that leads there. */
export interface Area {
  path: string;
  name: string;
  icon: IconName;
  keys: string;
}

/** What the rail offers: an area that is not built yet is not in it. */
export const AREAS: readonly Area[] = [{ path: '/studio', name: 'Studio', icon: 'square-terminal', keys: 'G S' }];
