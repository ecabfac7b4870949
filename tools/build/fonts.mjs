import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { inProject } from '../project.mjs';

const STYLES = inProject('client/src/styles/fonts.css');
const FOLDER = inProject('dist/fonts');

/**
 * @typedef {object} Font A file of a family that every visit begins with.
 * @property {string} name of the file that is written
 * @property {string} source
 * @property {readonly string[]} features of OpenType that the styles ask for; code has no ligatures
 */

/** @type {readonly Font[]} */
export const FONTS = [
  {
    name: 'inter-latin.woff2',
    source: 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    features: ['calt', 'ccmp', 'kern', 'mark', 'mkmk', 'tnum'],
  },
  {
    name: 'jetbrains-mono-latin.woff2',
    source: 'node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    features: ['ccmp', 'mark'],
  },
];

/** Writes files that have no more than the weights, characters and features that the client's styles use. */
export async function writeFonts(folder = FOLDER) {
  const styles = await readFile(STYLES, 'utf8');
  await mkdir(folder, { recursive: true });
  for (const font of FONTS) {
    const face = faceOf(styles, font.name);
    const bytes = await subsetFont(await readFile(inProject(font.source)), face.text, {
      targetFormat: 'woff2',
      variationAxes: { wght: face.weights },
      keepFeatures: font.features,
    });
    await writeFile(join(folder, font.name), bytes);
  }
}

/**
 * The characters and weights of the `@font-face` that names a file. Throws where there is none.
 * @param {string} styles @param {string} file
 * @returns {{ text: string, weights: { min: number, max: number } }}
 */
export function faceOf(styles, file) {
  const face = [...styles.matchAll(/@font-face\s*\{([^}]*)\}/g)].find(([, body = '']) =>
    body.includes(`/${file}'`),
  )?.[1];
  const [, min, max] = /font-weight:\s*(\d+)\s+(\d+)/.exec(face ?? '') ?? [];
  const [, range] = /unicode-range:\s*([^;]+);/.exec(face ?? '') ?? [];
  if (min === undefined || max === undefined || range === undefined)
    throw new Error(`The styles have no @font-face with weights and a range for ${file}.`);
  return { text: charactersOf(range), weights: { min: Number(min), max: Number(max) } };
}

/** @param {string} range as in `unicode-range` */
function charactersOf(range) {
  const codes = range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .replace(/^U\+/i, '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return String.fromCodePoint(...codes);
}
