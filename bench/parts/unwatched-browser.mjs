/**
 * A browser whose pages nothing is attached to, as a visitor's. One that is driven from outside has its pages watched
 * for errors, for which V8 reads a whole script again as soon as it makes an `Error`: 100 ms for a large one.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marksOf, traced } from './traces.mjs';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const LOOK_MS = 50;
/** An empty page is open by then, in milliseconds: a visit begins in a browser that is there. */
const OPEN_MS = 1_000;
/** A visit is over by then, in milliseconds; the page is not queried, which would be work for it. */
const VISIT_MS = 4_000;
/** A busy machine takes longer: a visit that is not over by then is made again with twice the time, up to so much. */
const MAX_VISIT_MS = 32_000;

/**
 * Starts one that keeps its profile in a folder. `visit` opens a page in the profile's own context, or with `isNew` in
 * one that has been nowhere, and answers with the milliseconds from its beginning to the page's marks of those names.
 * @param {string} executablePath @param {string} profile
 */
export async function startUnwatchedBrowser(executablePath, profile) {
  const own = ['--headless=new', '--window-size=1440,900', `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  const child = spawn(executablePath, [...FLAGS, ...own, 'about:blank'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const socket = await connect(profile, ended);
  const tools = devTools(socket);

  /** @param {string} address @param {readonly string[]} names @param {{isNew?: boolean}} [how] */
  async function visit(address, names, how = {}) {
    for (let ms = VISIT_MS; ms <= MAX_VISIT_MS; ms *= 2) {
      const events = await visitFor(ms, address, how);
      const times = names.map((name) => marksOf(events, name)[0]?.args?.data?.startTime);
      if (times.every((at) => at !== undefined)) return times;
    }
    throw new Error(`The page did not make the marks ${names.join(', ')} within ${MAX_VISIT_MS} ms.`);
  }

  /** @param {number} ms @param {string} address @param {{isNew?: boolean}} how */
  async function visitFor(ms, address, { isNew = false }) {
    const context = isNew ? await tools.send('Target.createBrowserContext') : {};
    const events = await traced(tools, async () => {
      const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank', ...context });
      await pause(OPEN_MS);
      await navigate(targetId, address);
      await pause(ms);
      await tools.send('Target.closeTarget', { targetId });
    });
    if (isNew) await tools.send('Target.disposeBrowserContext', context);
    return events;
  }

  /** Attached for that alone: what watches a page is asked for apart. @param {string} targetId @param {string} url */
  async function navigate(targetId, url) {
    const { sessionId } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
    await tools.send('Page.navigate', { url }, sessionId);
    await tools.send('Target.detachFromTarget', { sessionId });
  }

  async function close() {
    socket.close();
    child.kill('SIGTERM');
    await ended;
  }

  return { visit, close };
}

/**
 * The browser writes into its profile where it listens.
 * @param {string} profile @param {Promise<unknown>} ended
 */
async function connect(profile, ended) {
  const file = join(profile, 'DevToolsActivePort');
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (!existsSync(file) || readFileSync(file, 'utf8').split('\n').length < 2) {
    if (isOver) throw new Error('The browser ended before it listened.');
    await pause(LOOK_MS);
  }
  const [port, path] = readFileSync(file, 'utf8').split('\n');
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return socket;
}

/**
 * Sends commands to the browser, or within a session to one of its pages.
 * @param {WebSocket} socket
 * @returns {{send(method: string, params?: object, sessionId?: string): Promise<any>, once(event: string, listener: (params: any) => void): unknown}}
 */
function devTools(socket) {
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void}>} */
  const asked = new Map();
  /** @type {Map<string, (params: any) => void>} */
  const awaited = new Map();
  let lastId = 0;
  socket.onmessage = ({ data }) => {
    const { id, method, params, result, error } = JSON.parse(String(data));
    if (error) asked.get(id)?.reject(new Error(error.message));
    else if (id !== undefined) asked.get(id)?.resolve(result);
    else awaited.get(method)?.(params);
    asked.delete(id);
    awaited.delete(method);
  };
  socket.onclose = () => {
    for (const { reject } of asked.values()) reject(new Error('The browser has ended.'));
  };
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        asked.set(lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
      }),
    once: (event, listener) => awaited.set(event, listener),
  };
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
