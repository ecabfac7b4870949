/** As much of a browser as redirects need: cookies by origin, and going where it is sent. */
export class TestBrowser {
  private readonly jars = new Map<string, Map<string, string>>();

  /** Cookies for an origin, as a header. */
  cookiesOf(origin: string): string {
    return [...(this.jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Has cookies again that it had before. */
  restore(origin: string, cookies: string): void {
    this.jars.set(origin, new Map(cookies.split('; ').map((cookie) => cookie.split(/=(.*)/s, 2) as [string, string])));
  }

  /** Asks for an address and reports where it is sent on, or null. */
  async step(url: URL): Promise<URL | null> {
    const answer = await fetch(url, { redirect: 'manual', headers: { Cookie: this.cookiesOf(url.origin) } });
    await answer.arrayBuffer();
    for (const cookie of answer.headers.getSetCookie()) this.keep(url.origin, cookie);
    const location = answer.headers.get('Location');
    return location === null ? null : new URL(location, url);
  }

  /** Goes from redirect to redirect until it is to ask for an address that `isEnd`, which it does not ask for. */
  async follow(from: URL, isEnd: (url: URL) => boolean): Promise<URL> {
    let url: URL = from;
    for (let steps = 0; steps < 10 && !isEnd(url); steps++) {
      const next = await this.step(url);
      if (next === null) break;
      url = next;
    }
    return url;
  }

  private keep(origin: string, cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(/; */);
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
    if (expires !== undefined && Date.parse(expires) <= Date.now()) jar.delete(name);
    else jar.set(name, value);
    this.jars.set(origin, jar);
  }
}
