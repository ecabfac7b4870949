import { ICONS } from './icons';
import type { IconName } from './icons';

/** The icon of that name, which the server gives; `otherwise` where there is none. */
export function iconNamed(name: string | undefined, otherwise: IconName): IconName {
  return name !== undefined && Object.hasOwn(ICONS, name) ? (name as IconName) : otherwise;
}
