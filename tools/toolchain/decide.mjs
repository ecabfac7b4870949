/**
 * @typedef {'postgres' | 'chromium' | 'openssh'} Tool
 *
 * @typedef {object} Installation A Postgres server on this machine.
 * @property {string} binFolder
 * @property {string} version
 * @property {number} major
 * @property {boolean} hasPostgis
 * @property {boolean} hasPgDump
 *
 * @typedef {object} Machine What was found.
 * @property {readonly Installation[]} installations the preferred one first
 * @property {string | null} chromium path of a browser
 * @property {string | null} headlessShell path of Chromium without windows, which stories take a fifth less time in
 * @property {boolean} canInstallHeadlessShell
 * @property {string | null} sshd path of the server of OpenSSH, where its other programs are on PATH
 * @property {'root' | 'sudo' | null} aptAs how `apt-get` may be used; null when it may not
 * @property {readonly number[]} aptMajors Postgres versions for which `apt-get` has a server and PostGIS, best first
 *
 * @typedef {object} Ready
 * @property {'ready'} kind
 * @property {Installation | null} postgres
 * @property {string | null} chromium
 * @property {string | null} headlessShell null where the browser has to do
 * @property {string | null} sshd
 * @property {readonly string[]} extras packages that make the tests faster
 *
 * @typedef {{ kind: 'install', packages: readonly string[] }} Install
 * @typedef {{ kind: 'missing', sentence: string }} Missing
 */

const OLDEST_MAJOR = 13;

const NAMES = {
  postgres: `a PostgreSQL server, ${String(OLDEST_MAJOR)} or newer, with PostGIS and pg_dump (PG_BIN_DIR says where)`,
  chromium: 'Chromium or Chrome (CHROMIUM_PATH says where)',
  openssh: 'sshd, ssh-agent, ssh-add and ssh-keygen of OpenSSH (SSHD_PATH says where sshd is)',
};

/**
 * What the tests can be run with, what has to be installed for that, or what is missing.
 * @param {readonly Tool[]} needed
 * @param {Machine} machine
 * @returns {Ready | Install | Missing}
 */
export function decide(needed, machine) {
  const postgres = machine.installations.find(isGoodServer) ?? null;
  const { chromium, headlessShell, sshd } = machine;
  const present = { postgres, chromium, openssh: sshd };
  const lacks = needed.filter((tool) => present[tool] === null);
  const extras = needed.includes('chromium') ? headlessShellPackages(machine) : [];
  if (lacks.length === 0) return { kind: 'ready', postgres, chromium, headlessShell, sshd, extras };
  const packages = lacks.map((tool) => packagesOf(tool, machine));
  if (machine.aptAs !== null && packages.every((list) => list.length > 0)) {
    return { kind: 'install', packages: [...packages.flat(), ...extras] };
  }
  return { kind: 'missing', sentence: sentence(lacks, machine) };
}

/**
 * Whether what was found is all that apt-get could give: then it need not be asked.
 * @param {readonly Tool[]} needed
 * @param {Machine} machine
 */
export function isComplete(needed, machine) {
  const lacksShell = needed.includes('chromium') && machine.headlessShell === null;
  return decide(needed, machine).kind === 'ready' && !lacksShell;
}

/** @param {Tool} tool @param {Machine} machine */
function packagesOf(tool, machine) {
  if (tool === 'postgres') return postgresPackages(machine);
  return tool === 'chromium' ? ['chromium'] : ['openssh-server', 'openssh-client'];
}

/** @param {Machine} machine */
function headlessShellPackages({ headlessShell, canInstallHeadlessShell, aptAs }) {
  const isWanted = headlessShell === null && canInstallHeadlessShell && aptAs !== null;
  return isWanted ? ['chromium-headless-shell'] : [];
}

/** @param {Installation} one */
function isGoodServer(one) {
  return one.major >= OLDEST_MAJOR && one.hasPostgis && one.hasPgDump;
}

/**
 * PostGIS for a server that is there already, otherwise both in the distribution's own version.
 * @param {Machine} machine
 */
function postgresPackages({ installations, aptMajors }) {
  const present = installations.map(({ major }) => major).filter((major) => major >= OLDEST_MAJOR);
  const major = present.find((one) => aptMajors.includes(one)) ?? aptMajors.find((one) => one >= OLDEST_MAJOR);
  if (major === undefined) return [];
  return [`postgresql-${String(major)}`, `postgresql-${String(major)}-postgis-3`, `postgresql-client-${String(major)}`];
}

/**
 * @param {readonly Tool[]} lacks
 * @param {Machine} machine
 */
function sentence(lacks, machine) {
  const names = lacks.map((tool) => NAMES[tool]).join(' and ');
  const why =
    machine.aptAs === null
      ? 'nothing can be installed from here, which takes apt-get and root or sudo without a password'
      : 'apt-get does not offer that here';
  return `The tests need ${names}, and ${why}.`;
}
