import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Ways of another site to get a browser to an address; each is a page of its own. */
export const WAYS = [
  'redirect',
  'permanent-redirect',
  'post-redirect',
  'meta-refresh',
  'script',
  'link',
  'link-to-new-tab',
  'window-with-opener',
  'window-with-fragment',
  'form-get',
] as const;
export type Way = (typeof WAYS)[number];

/** Ways that the workbench refuses altogether; a window is cut off from its opener. */
export const REFUSED_WAYS = [
  'frame',
  'window-navigated-later',
  'form-post',
  'kept-post-redirect',
  'form-to-api',
  'fetch-to-api',
] as const;
export type RefusedWay = (typeof REFUSED_WAYS)[number];

/** The ways whose page waits until `#go` is pressed. */
export const PRESSED_WAYS: ReadonlySet<Way | RefusedWay> = new Set([
  ...(['link', 'link-to-new-tab'] as const),
  ...(['window-with-opener', 'window-navigated-later', 'window-with-fragment'] as const),
]);

/** The pressed ways that open another tab. */
export const NEW_TAB_WAYS: ReadonlySet<Way | RefusedWay> = new Set([
  ...(['link-to-new-tab', 'window-with-opener'] as const),
  ...(['window-navigated-later', 'window-with-fragment'] as const),
]);

/** A site that wants a workbench to run its SQL; its pages act by themselves, or when `#go` is pressed. */
export class ForeignSite {
  private constructor(private readonly server: Server) {}

  static async start(): Promise<ForeignSite> {
    const server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ForeignSite(server);
  }

  /** `localhost` is another site for a browser than `127.0.0.1`; another port of the same name is not. */
  address(host: 'localhost' | '127.0.0.1', way: Way | RefusedWay, target: string): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://${host}:${port}/${way}?to=${encodeURIComponent(target)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const way = url.pathname.slice(1);
  const target = url.searchParams.get('to') ?? '';
  const status = { redirect: 302, 'permanent-redirect': 301, onwards: 303, 'onwards-kept': 307 }[way];
  // Browsers ask for an icon, too.
  if (target === '') response.writeHead(204).end();
  else if (status !== undefined) response.writeHead(status, { Location: target }).end();
  else response.writeHead(200, { 'Content-Type': 'text/html' }).end(pageOf(way, target, url.search));
}

function pageOf(way: string, target: string, search: string): string {
  const { origin, searchParams } = new URL(target);
  const to = JSON.stringify(target);
  const fields = [...searchParams].map(([name, value]) => `<input name="${name}" value="${escaped(value)}">`).join('');
  const body = JSON.stringify({ connection_id: searchParams.get('connection'), sql: searchParams.get('sql'), x: '=' });
  const button = (script: string) => `<button id="go" onclick='${script}'>Go</button>`;
  const form = (attributes: string, inner: string) =>
    `<form id="form" ${attributes}>${inner}</form><script>document.getElementById("form").submit()</script>`;
  const pages: Readonly<Record<string, string>> = {
    'post-redirect': form(`method="post" action="/onwards${escaped(search)}"`, ''),
    'kept-post-redirect': form(`method="post" action="/onwards-kept${escaped(search)}"`, ''),
    'meta-refresh': `<meta http-equiv="refresh" content="0;url=${escaped(target)}">`,
    script: `<script>location.href = ${to}</script>`,
    link: `<a id="go" href="${escaped(target)}">Go</a>`,
    'link-to-new-tab': `<a id="go" target="_blank" href="${escaped(target)}">Go</a>`,
    'window-with-opener': button(`window.other = window.open(${to})`),
    'window-navigated-later': button(
      `window.other = window.open(${JSON.stringify(`${origin}/studio`)}); setTimeout(() => { other.location = ${to} }, 3000)`,
    ),
    'window-with-fragment': button(
      `window.other = window.open(${to}); setTimeout(() => { other.location = ${JSON.stringify(`${target}#again`)} }, 3000)`,
    ),
    'form-get': form(`method="get" action="${origin}/studio"`, fields),
    frame: `<iframe width="1200" height="700" src="${escaped(target)}"></iframe>`,
    'form-post': form(`method="post" action="${escaped(target)}"`, ''),
    'form-to-api': form(
      `method="post" enctype="text/plain" action="${origin}/api/studio/runs"`,
      `<input name='${body.slice(0, -3)}' value='"}'>`,
    ),
    'fetch-to-api': `<script>fetch(${JSON.stringify(`${origin}/api/studio/runs`)}, { method: 'POST', mode: 'no-cors',
      credentials: 'include', headers: { 'Content-Type': 'text/plain' }, body: ${JSON.stringify(body)} })</script>`,
  };
  return `<!doctype html><title>Elsewhere</title>${pages[way] ?? ''}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
