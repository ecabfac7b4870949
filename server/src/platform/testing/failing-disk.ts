import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { asRoot } from './small-disk.js';

/** A disk that the system takes writes from, as it does where one breaks. */
export interface FailingDisk {
  /** From now on everything on it is read-only, also files that are open for writing. */
  fail: () => void;
  /** Puts it in place again with what had reached it; nothing may be open on it. */
  repair: () => void;
  takeAway: () => void;
}

/** Gives a folder a file system of its own, in an image beside it, with room for so many bytes. */
export function failingDisk(folder: string, bytes: number): FailingDisk {
  const image = `${folder}.image`;
  writeFileSync(image, '');
  truncateSync(image, bytes);
  asRoot('mkfs.ext4', ['-q', '-F', '-E', 'root_owner', image]);
  const mount = () => asRoot('mount', ['-o', 'loop', image, folder]);
  const unmount = () => asRoot('umount', [folder]);
  mount();
  return {
    fail: () => asRoot('mount', ['-o', 'remount,abort', folder]),
    repair: () => {
      unmount();
      mount();
    },
    takeAway: () => {
      asRoot('umount', ['-l', folder]);
      rmSync(image);
    },
  };
}
