import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createInterface } from 'node:readline';
import { SERVER, build } from './build/parts.mjs';
import { writeFonts } from './build/fonts.mjs';
import { writeVimModule } from './build/vim-module.mjs';
import { ROOT, inProject, pinnedNode } from './project.mjs';
import { SERVER_ARGUMENTS, SERVER_ENVIRONMENT } from './server-arguments.mjs';

/**
 * Both sides in watch mode: the Angular dev server at http://127.0.0.1:4200 with live reload, which hands /api on to
 * the workbench; the workbench is rebuilt and restarted when its sources change. While they do not compile, the last
 * good one keeps running.
 */
const CLIENT_PORT = '4200';
const CLIENT_URL = `http://127.0.0.1:${CLIENT_PORT}`;
/** Where client/proxy.conf.json expects the workbench. */
const SERVER_PORT = '8080';
const SETTLE_MS = 150;

/** @type {import('node:child_process').ChildProcess | null} */
let server = null;
let isBuilding = false;
let isStale = false;
let isStopping = false;

/**
 * @param {string} label
 * @param {readonly string[]} parameters
 * @param {string} port both programs read it from `PORT`
 */
function start(label, parameters, port) {
  const env = {
    ...SERVER_ENVIRONMENT,
    ...process.env,
    PORT: port,
    WORKBENCH_PUBLIC_URL: CLIENT_URL,
    NG_CLI_ANALYTICS: 'false',
  };
  const child = spawn(pinnedNode(), parameters, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${label} │ ${line}`));
  }
  return child;
}

async function restartServer() {
  if (isBuilding || isStopping) {
    isStale = true;
    return;
  }
  isBuilding = true;
  const { exitCode, output } = await build(SERVER);
  if (exitCode === 0) {
    await stop(server);
    server = start('server', [...SERVER_ARGUMENTS, inProject('dist/server/src/main.js')], SERVER_PORT);
  } else {
    console.log(output.trim());
  }
  isBuilding = false;
  if (isStale) {
    isStale = false;
    await restartServer();
  }
}

/** @param {import('node:child_process').ChildProcess | null} child */
async function stop(child) {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

await restartServer();
await Promise.all([writeVimModule(), writeFonts()]);
const client = start('client', ['node_modules/@angular/cli/bin/ng.js', 'serve'], CLIENT_PORT);

/** @type {NodeJS.Timeout | undefined} */
let timer;
for (const folder of ['server', 'libs']) {
  watch(inProject(folder), { recursive: true }, (_event, name) => {
    if (name === null || !name.endsWith('.ts') || name.endsWith('.spec.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restartServer(), SETTLE_MS);
  });
}

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
for (const signal of signals) {
  process.on(signal, () => {
    isStopping = true;
    void Promise.all([stop(server), stop(client)]).then(() => process.exit(0));
  });
}
