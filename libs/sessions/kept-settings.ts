/**
 * Settings of a connection whose change leaves its sessions alone, by their names in the configuration, with those on the
 * wire: no engine acts on them, and no right depends on them.
 */
export const KEEPS_SESSIONS = {
  name: 'name',
  colour: 'colour',
  folder: 'folder',
  autoCommit: 'auto_commit',
  confirmDestructive: 'confirm_destructive',
} as const;
