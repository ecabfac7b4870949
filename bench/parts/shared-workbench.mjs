/** A workbench that several people share, and the cookies of each. */
import { startProgram } from './processes.mjs';

const ADMIN = { email: 'bench@example.org', password: 'correct horse battery' };

/**
 * Starts it in `home` with so many users, none of them an administrator.
 * @param {string} home @param {number} people
 */
export async function startShared(home, people) {
  const { child, line } = await startProgram('dist/server/src/main.js', {
    ...{ WORKBENCH_HOME: home, WORKBENCH_DEMO: 'off', WORKBENCH_MODE: 'multi', PORT: '0', LOG_LEVEL: 'error' },
    ...{ WORKBENCH_ADMIN_EMAIL: ADMIN.email, WORKBENCH_ADMIN_PASSWORD: ADMIN.password },
  });
  const url = String(line.split(' ').at(-1));
  const admin = await post(url, '/api/auth/login', ADMIN);
  const cookies = [];
  for (let at = 0; at < people; at += 1) cookies.push(await invited(url, admin.cookie, `person-${at}@example.org`));
  return { child, url, cookies };
}

/** Invites a person, who accepts; answers with their cookie. @param {string} url @param {string} cookie @param {string} email */
async function invited(url, cookie, email) {
  const { body } = await post(url, '/api/users', { email, role: 'user' }, cookie);
  const code = body.link.split('#')[1];
  return (await post(url, '/api/auth/accept', { code, name: email, password: `password of ${email}` })).cookie;
}

/**
 * @param {string} url @param {string} path @param {object} body @param {string} [cookie]
 * @returns {Promise<{body: any, cookie: string}>}
 */
async function post(url, path, body, cookie = '') {
  const headers = { 'Content-Type': 'application/json', Origin: url, ...(cookie ? { Cookie: cookie } : {}) };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  const [set = ''] = answer.headers.getSetCookie();
  return { body: text === '' ? null : JSON.parse(text), cookie: set.split(';', 1)[0] ?? '' };
}
