import { totalmem } from 'node:os';

const MEBIBYTE = 1024 * 1024;
/** What a database may hold at most, as `open-database.ts` sets it. */
const DATABASE_MEBIBYTES = 4096;
/** What the process takes beside it: Node's heap and threads, texts on their way, what the engine does not count. */
const BESIDE_MEBIBYTES = 3072;

/** The limit of private memory of an engine host. */
export function hostMemoryMebibytes(): number {
  return Math.min(Math.floor(totalmem() / 4 / MEBIBYTE), DATABASE_MEBIBYTES) + BESIDE_MEBIBYTES;
}
