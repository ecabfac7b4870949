import { lintWithTypes } from './typed-rules.mjs';

const { exitCode, output } = await lintWithTypes(process.argv.slice(2));
console.log(output.trim());
process.exitCode = exitCode;
