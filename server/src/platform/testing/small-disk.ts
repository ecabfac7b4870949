import { execFileSync } from 'node:child_process';
import { statfsSync, writeFileSync } from 'node:fs';

/** Gives a folder a file system of its own with room for so many bytes. Returns how to take it away again. */
export function smallDisk(folder: string, bytes: number): () => void {
  asRoot('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=0777`, 'tmpfs', folder]);
  return () => asRoot('umount', ['-l', folder]);
}

/** Fills the disk of a folder to the last byte with a file, also what is freed, and beside what others write, meanwhile. */
export function fillDisk(folder: string, file: string): void {
  for (;;) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail === 0) return;
    try {
      writeFileSync(file, Buffer.alloc(bavail * bsize), { flag: 'a' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}

/** Runs a command as root; a machine that does not allow that cannot run the test. */
export function asRoot(command: string, parameters: string[]): void {
  const isRoot = process.getuid?.() === 0;
  const [file, rest] = isRoot ? [command, parameters] : ['sudo', ['-n', command, ...parameters]];
  try {
    execFileSync(file, rest, { stdio: 'ignore' });
  } catch (error) {
    throw new Error('This test has a disk of its own, for which it must be allowed to mount one.', { cause: error });
  }
}
