/**
 * @typedef {object} Shard One of several parts of the tests, for machines that share them.
 * @property {number} index from 1
 * @property {number} count
 *
 * @typedef {object} Selection Which tests to run.
 * @property {Shard | null} shard null for all
 * @property {readonly string[]} files patterns of files, and options of the runner
 */

const SHARD = /^--shard=(\d+)\/(\d+)$/;

/**
 * Reads the parameters of a command. Throws one sentence when the shard makes no sense.
 * @param {readonly string[]} parameters
 * @returns {Selection}
 */
export function readSelection(parameters) {
  const isShard = (/** @type {string} */ one) => one.startsWith('--shard');
  const [wanted, ...others] = parameters.filter(isShard);
  const files = parameters.filter((one) => !isShard(one));
  if (wanted === undefined) return { shard: null, files };
  const [index = 0, count = 0] = (SHARD.exec(wanted) ?? []).slice(1).map(Number);
  if (others.length > 0 || index < 1 || index > count) throw new Error('Choose one shard, such as --shard=1/4.');
  return { shard: { index, count }, files };
}

/**
 * The option by which Jest and Playwright run a part of their files.
 * @param {Shard | null} shard
 */
export function shardOption(shard) {
  return shard === null ? [] : [`--shard=${String(shard.index)}/${String(shard.count)}`];
}

/**
 * Every `count`th of a list: all shards together have each of them once.
 * @template T
 * @param {readonly T[]} all
 * @param {Shard | null} shard
 */
export function inShard(all, shard) {
  return shard === null ? [...all] : all.filter((_, position) => position % shard.count === shard.index - 1);
}
