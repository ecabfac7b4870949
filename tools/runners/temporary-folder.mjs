import { statfs } from 'node:fs/promises';

/** Files in memory, on Linux. */
const IN_MEMORY = '/dev/shm';
/** Free space that tests may need there; containers often have 64 MB in all. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * The variable that has tests keep their files in memory, where there is room and nothing else is asked for: they make
 * and drop databases of 300 files by the hundred, and ext4 searches long for an inode where many were freed a moment ago.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [folder] a folder in memory
 * @returns {Promise<{ TMPDIR?: string }>}
 */
export async function temporaryFolder(env = process.env, folder = IN_MEMORY) {
  if (env['TMPDIR'] !== undefined) return {};
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < NEEDED_BYTES ? {} : { TMPDIR: folder };
}
