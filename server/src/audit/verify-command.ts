import { verifyState } from './verify-state.js';

const { exitCode, text } = await verifyState(process.argv.slice(2), process.env, process.cwd());
(exitCode === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = exitCode;
