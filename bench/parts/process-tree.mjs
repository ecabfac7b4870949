import { readFileSync, readdirSync } from 'node:fs';
import { computedMs } from './processes.mjs';

/** Between two samples; the kernel counts a process in a few milliseconds, during which that process cannot map memory. */
const SAMPLE_MS = 250;
const NAME_CHARS = 60;

/** @typedef {{pid: number, name: string, megabytes: number}} ProcessShare */
/** @typedef {{megabytes: number, processes: ProcessShare[]}} TreeSample */

/**
 * Memory of a process and all its descendants (Linux), each with its share of what several processes map (PSS).
 * @param {number | undefined} root
 * @returns {TreeSample}
 */
export function treeMemory(root) {
  const processes = treeOf(Number(root)).flatMap((pid) => shareOf(pid) ?? []);
  return { megabytes: processes.reduce((sum, { megabytes }) => sum + megabytes, 0), processes };
}

/** Samples a process tree until `stop`, which answers with the sample of the highest sum. @param {number | undefined} root */
export function watchTree(root) {
  let peak = treeMemory(root);
  const sample = () => {
    const now = treeMemory(root);
    if (now.megabytes > peak.megabytes) peak = now;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    /** @returns {TreeSample} */
    stop: () => {
      clearInterval(timer);
      sample();
      return peak;
    },
  };
}

/** Milliseconds that a process and its living descendants have computed so far (Linux). @param {number | undefined} root */
export function treeComputedMs(root) {
  return treeOf(Number(root)).reduce((sum, pid) => sum + (read(`/proc/${pid}/stat`) === null ? 0 : computedMs(pid)), 0);
}

/** One line: the processes of a sample, the largest first. @param {TreeSample} sample */
export function describeSample({ processes }) {
  const largest = processes.toSorted((a, b) => b.megabytes - a.megabytes);
  return largest.map(({ name, megabytes }) => `${megabytes.toFixed(0)} ${name}`).join(', ');
}

/** Ids of a process and its descendants. @param {number} root @returns {number[]} */
function treeOf(root) {
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = parentOf(name);
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Null for a process that has ended meanwhile. @param {string} pid */
function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** @param {number} pid @returns {ProcessShare | null} */
function shareOf(pid) {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  const kilobytes = /^Pss:\s+(\d+)/m.exec(rollup ?? '')?.[1];
  if (kilobytes === undefined) return null;
  return { pid, name: nameOf(pid), megabytes: Number(kilobytes) / 1024 };
}

/** The program's file, and the last part of a script's path. @param {number} pid */
function nameOf(pid) {
  const parts = (read(`/proc/${pid}/cmdline`) ?? '').split('\0');
  const script = parts.filter((part) => /\.[cm]?js$/.test(part)).at(-1);
  const name = (script ?? parts[0] ?? '').split('/').at(-1) ?? '';
  return `${parts[0]?.endsWith('bwrap') ? 'bwrap ' : ''}${name}`.slice(0, NAME_CHARS);
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
