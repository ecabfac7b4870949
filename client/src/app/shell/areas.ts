import type { IconName } from '../shared/ui/icon/icon';

/** A place of the workbench that has its own address. `keys` is the sequence that leads there. */
export interface Area {
  path: string;
  name: string;
  icon: IconName;
  keys: string;
}

/** What the rail offers: an area that is not built yet is not in it. */
export const AREAS: readonly Area[] = [
  { path: '/studio', name: 'Studio', icon: 'square-terminal', keys: 'G S' },
  { path: '/explore', name: 'Explore', icon: 'list-tree', keys: 'G E' },
  { path: '/changes', name: 'Changes', icon: 'diff', keys: 'G C' },
  { path: '/schema-watch', name: 'Schema Watch', icon: 'git-compare-arrows', keys: 'G W' },
  { path: '/data', name: 'Data', icon: 'table-2', keys: 'G D' },
  { path: '/layers', name: 'Layers', icon: 'layers', keys: 'G L' },
  { path: '/jobs', name: 'Jobs', icon: 'calendar-clock', keys: 'G J' },
  { path: '/notifications', name: 'Notifications', icon: 'send', keys: 'G N' },
  { path: '/agents', name: 'Agents', icon: 'bot', keys: 'G A' },
  { path: '/settings', name: 'Settings', icon: 'sliders-horizontal', keys: 'G T' },
];
