import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { runCommand } from '../command.mjs';
import '../typescript.mjs';

const { findPostgresInstallations } = await import('../../server/src/platform/local-postgres/index.js');

const HEADLESS_SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SSHD_PATHS = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/opt/homebrew/sbin/sshd'];
const SSH_PROGRAMS = ['ssh-agent', 'ssh-add', 'ssh-keygen'];
const BROWSER_PATHS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/snap/bin/chromium',
];

/** @typedef {import('./decide.mjs').Machine} Machine */

/** @type {Pick<Machine, 'aptAs' | 'aptMajors' | 'canInstallHeadlessShell'>} */
const WITHOUT_APT = { aptAs: null, aptMajors: [], canInstallHeadlessShell: false };

/**
 * Looks at what this machine has, and asks no package manager.
 * @returns {Promise<Machine>}
 */
export async function lookAtMachine() {
  return {
    installations: await findPostgresInstallations(),
    chromium: await findChromium(process.env),
    headlessShell: await findHeadlessShell(process.env),
    sshd: await findSshd(process.env),
    ...WITHOUT_APT,
  };
}

/** How apt-get may be used, and what it has. */
export async function askApt() {
  const aptAs = await howToUseApt();
  if (aptAs === null) return WITHOUT_APT;
  return { aptAs, aptMajors: await aptMajors(), canInstallHeadlessShell: await isInApt(HEADLESS_SHELL) };
}

/**
 * The browser named by `CHROMIUM_PATH`, else the first on `PATH` or in the usual places, else Playwright's own.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string | null>}
 */
export async function findChromium(env) {
  if (env['CHROMIUM_PATH']) return (await isExecutable(env['CHROMIUM_PATH'])) ? env['CHROMIUM_PATH'] : null;
  const onPath = BROWSERS.flatMap((name) => placesOnPath(name, env));
  return firstExecutable([...onPath, ...BROWSER_PATHS, await playwrightBrowser()]);
}

/** @param {NodeJS.ProcessEnv} env */
function findHeadlessShell(env) {
  const { HEADLESS_SHELL_PATH: named } = env;
  return firstExecutable(named ? [named] : placesOnPath(HEADLESS_SHELL, env));
}

/**
 * sshd has to be started by its whole path. Null where one of the other programs is missing.
 * @param {NodeJS.ProcessEnv} env
 */
async function findSshd(env) {
  for (const name of SSH_PROGRAMS) if ((await firstExecutable(placesOnPath(name, env))) === null) return null;
  const { SSHD_PATH: named } = env;
  return firstExecutable(named ? [named] : [...placesOnPath('sshd', env), ...SSHD_PATHS]);
}

/** @param {string} name @param {NodeJS.ProcessEnv} env */
function placesOnPath(name, { PATH = '' }) {
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name));
}

/** @param {readonly string[]} paths */
async function firstExecutable(paths) {
  for (const path of paths) if (path !== '' && (await isExecutable(path))) return path;
  return null;
}

/**
 * Installs packages with `apt-get`; throws with its last words when it fails. Debian makes and starts a first cluster
 * with Postgres, which is prevented, and starts sshd, which is stopped.
 * @param {readonly string[]} packages
 * @param {'root' | 'sudo'} as
 */
export async function installWithApt(packages, as) {
  const switchOff = '/etc/postgresql-common/createcluster.d/data-workbench.conf';
  const hasSshd = packages.includes('openssh-server');
  const script = `
    set -e
    export DEBIAN_FRONTEND=noninteractive
    mkdir -p "$(dirname ${switchOff})"
    echo 'create_main_cluster = false' > ${switchOff}
    trap 'rm -f ${switchOff}' EXIT
    apt-get install -y -qq --no-install-recommends ${packages.join(' ')}
    ${hasSshd ? 'systemctl disable --now ssh.service ssh.socket 2>/dev/null || true' : ''}`;
  await asRoot(as, script);
}

/** @param {'root' | 'sudo'} as */
export async function updateApt(as) {
  await asRoot(as, 'apt-get update -qq');
}

/**
 * @param {'root' | 'sudo'} as
 * @param {string} script
 */
async function asRoot(as, script) {
  const [file, ...before] = as === 'root' ? ['sh'] : ['sudo', '-n', 'sh'];
  const { exitCode, output } = await runCommand(file ?? 'sh', [...before, '-c', script], { isQuiet: true });
  if (exitCode !== 0) throw new Error(`apt-get failed: ${output.trim().split('\n').slice(-5).join('\n')}`);
}

/** @returns {Promise<'root' | 'sudo' | null>} */
async function howToUseApt() {
  const { exitCode } = await runCommand('apt-get', ['--version'], { isQuiet: true });
  if (exitCode !== 0) return null;
  if (process.getuid?.() === 0) return 'root';
  return (await runCommand('sudo', ['-n', 'true'], { isQuiet: true })).exitCode === 0 ? 'sudo' : null;
}

/** Versions that the package lists know with PostGIS, the newest first; empty before the first `apt-get update`. */
async function aptMajors() {
  const { output } = await runCommand('apt-cache', ['pkgnames', 'postgresql-'], { isQuiet: true });
  const names = new Set(output.split('\n'));
  const majors = [...names].map((name) => Number(/^postgresql-(\d+)-postgis-3$/.exec(name)?.[1] ?? NaN));
  return majors.filter((major) => names.has(`postgresql-${String(major)}`)).sort((a, b) => b - a);
}

/** @param {string} name of a package; false before the first `apt-get update` */
async function isInApt(name) {
  const { output } = await runCommand('apt-cache', ['pkgnames', name], { isQuiet: true });
  return output.split('\n').includes(name);
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/** @param {string} path */
function isExecutable(path) {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
