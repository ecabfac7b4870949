import { PARTS, build, isUpToDate } from './build/parts.mjs';

/** Builds what is not up to date: `--server` or `--client` for one of the two, `--force` to build in any case. */
const wanted = PARTS.filter((part) => process.argv.includes(`--${part.name}`));

for (const part of wanted.length > 0 ? wanted : PARTS) {
  if (!process.argv.includes('--force') && (await isUpToDate(part))) {
    console.log(`${part.name}: up to date`);
    continue;
  }
  const begin = performance.now();
  const { exitCode, output } = await build(part);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  console.log(`${output.trim()}\n${part.name}: ${exitCode === 0 ? 'built' : 'failed'} after ${seconds} s`);
  if (exitCode !== 0) process.exit(exitCode);
}
