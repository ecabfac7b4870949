import { createHash } from 'node:crypto';
import { readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const HASH_LENGTH = 8;

/**
 * Puts a hash of its content into the name of a stylesheet that a script adds to the page, and into that script, so that
 * browsers keep the file: the bundler hashes only the styles of `index.html`. Throws unless one script names it.
 * @param {string} folder of the built client
 * @param {string} name of the stylesheet, with its ending
 * @returns {Promise<string>} the name with the hash
 */
export async function hashStyle(folder, name) {
  const content = await readFile(join(folder, name));
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH);
  const hashed = name.replace(/\.css$/, `-${hash}.css`);
  const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
  const codes = await Promise.all(
    scripts.map(async (file) => ({ file, code: await readFile(join(folder, file), 'utf8') })),
  );
  const [script, ...others] = codes.filter(({ code }) => code.includes(name));
  if (script === undefined || others.length > 0) throw new Error(`Not exactly one script names ${name}.`);
  await writeFile(join(folder, script.file), script.code.replaceAll(name, hashed));
  await rename(join(folder, name), join(folder, hashed));
  return hashed;
}
