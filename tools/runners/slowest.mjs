import { relative } from 'node:path';
import { inProject } from '../project.mjs';

const SHOWN = 10;

/**
 * @typedef {object} Duration How long the tests of one file took.
 * @property {string} file
 * @property {number} ms
 */

/**
 * The files that took longest, a line each; the times of one file are added up.
 * @param {string} runner
 * @param {readonly Duration[]} durations
 */
export function slowest(runner, durations) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { file, ms } of durations) sums.set(file, (sums.get(file) ?? 0) + ms);
  const longest = [...sums].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  const lines = longest.map(([file, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${inShort(file)}`);
  return [`Slowest files of ${runner}:`, ...lines].join('\n');
}

/** @param {string} file */
function inShort(file) {
  const path = relative(inProject('.'), file);
  return path.startsWith('..') ? file : path;
}
