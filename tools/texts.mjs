import { globSync, readFileSync } from 'node:fs';
import { ROOT, inProject } from './project.mjs';
import { codeTexts } from './texts/code-texts.mjs';
import { templateTexts } from './texts/template-texts.mjs';

/** Prints every text that a person may read (pages, problems, events, mails) with its place, in one list. */
const PLACES = ['client/src/**/*.{html,ts}', 'server/src/**/*.ts', 'libs/**/*.ts'];
const WITHOUT_TEXTS = /\.(spec|d)\.ts$|\/(testing|fixtures|attacks|faults|migrations)\//;

for (const path of globSync(PLACES, { cwd: ROOT }).sort()) {
  if (WITHOUT_TEXTS.test(path)) continue;
  const source = readFileSync(inProject(path), 'utf8');
  const texts = path.endsWith('.html') ? templateTexts(source, path) : codeTexts(source, path);
  for (const { line, text } of texts) console.log(`${path}:${line}\t${text}`);
}
