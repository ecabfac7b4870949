import { setTimeout as wait } from 'node:timers/promises';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { asRoot } from './small-disk.js';

const UNMOUNT_LIMIT_MS = 30_000;

/** A disk that the system takes writes from, as it does where one breaks. */
export interface FailingDisk {
  /** From now on everything on it is read-only, also files that are open for writing. */
  fail: () => void;
  /** Puts it in place again with what had reached it, as soon as nothing is open on it. */
  repair: () => Promise<void>;
  takeAway: () => void;
}

/** Gives a folder a file system of its own, in an image beside it, with room for so many bytes. */
export function failingDisk(folder: string, bytes: number): FailingDisk {
  const image = `${folder}.image`;
  writeFileSync(image, '');
  truncateSync(image, bytes);
  asRoot('mkfs.ext4', ['-q', '-F', '-E', 'root_owner', image]);
  const mount = () => asRoot('mount', ['-o', 'loop', image, folder]);
  mount();
  // The tests may run as another account than the one that may mount.
  asRoot('chmod', ['0777', folder]);
  return {
    fail: () => asRoot('mount', ['-o', 'remount,abort', folder]),
    repair: async () => {
      await unmounted(folder);
      mount();
    },
    takeAway: () => {
      asRoot('umount', ['-l', folder]);
      rmSync(image);
    },
  };
}

/** Threads and processes that were ended let go of their files a little later. */
async function unmounted(folder: string): Promise<void> {
  const end = performance.now() + UNMOUNT_LIMIT_MS;
  for (;;) {
    try {
      asRoot('umount', [folder]);
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(50);
  }
}
