import { lintWithOxlint } from './with-oxlint.mjs';

const { exitCode, output } = await lintWithOxlint(process.argv.slice(2));
console.log(output.trim());
process.exitCode = exitCode;
