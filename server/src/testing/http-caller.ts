import { request } from 'node:http';

/** What a server answered. */
export interface HttpAnswer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: T;
}

/** A browser of a few lines: it keeps cookies and repeats nothing, not even a 421 as `fetch` does. */
export class HttpCaller {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  /** The same cookies at another address. */
  at(origin: string): HttpCaller {
    const other = new HttpCaller(origin);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  forget(name: string): void {
    this.cookies.delete(name);
  }

  async send<T>(
    method: string,
    path: string,
    body?: object,
    more: Readonly<Record<string, string>> = {},
  ): Promise<HttpAnswer<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Origin: this.origin, Cookie: cookie, 'Content-Type': 'application/json', ...more };
    const { host, hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const options = {
        host: hostname,
        port,
        method,
        path,
        headers: { Host: host, ...headers },
        agent: false,
      } as const;
      const outgoing = request(options, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('error', reject);
        answer.on('end', () => {
          this.keep(answer.headers['set-cookie'] ?? []);
          const isJson = (answer.headers['content-type'] ?? '').includes('json');
          const parsed = (isJson ? JSON.parse(text) : text) as T;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  private keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
