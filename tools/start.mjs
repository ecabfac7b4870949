import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { PARTS, build, isUpToDate } from './build/parts.mjs';
import { inProject, pinnedNode } from './project.mjs';
import { SERVER_ARGUMENTS, SERVER_ENVIRONMENT } from './server-arguments.mjs';

const PARENT_CHECK_MS = 300;
const parent = process.ppid;

/** Builds the workbench when it is not built yet, then runs it in this terminal. */
const stale = [];
for (const part of PARTS) if (!(await isUpToDate(part))) stale.push(part);

if (stale.length > 0) console.log('Building… (first start only)');
for (const part of stale) {
  const { exitCode, output } = await build(part);
  if (exitCode !== 0) {
    console.error(`${output.trim()}\nThe ${part.name} could not be built.`);
    process.exit(1);
  }
}

/** Each running DuckDB statement holds a thread of this pool; Node's own default leaves three for them. */
const env = { UV_THREADPOOL_SIZE: '16', ...SERVER_ENVIRONMENT, ...process.env };
const server = spawn(pinnedNode(), [...SERVER_ARGUMENTS, inProject('dist/server/src/main.js')], {
  stdio: 'inherit',
  env,
});
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
for (const signal of signals) process.on(signal, () => server.kill(signal));
if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent();

/** npm runs scripts in a shell, and a signal sent to npm ends that shell without reaching what runs in it. */
function stopWithParent() {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    server.kill('SIGTERM');
  }, PARENT_CHECK_MS);
}
server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)));
