import { setupZonelessTestEnv } from 'jest-preset-angular/setup-env/zoneless/index.mjs';

setupZonelessTestEnv();

/** What the simulated page lacks and the client asks for. */
Object.defineProperty(globalThis, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (query: string) => Object.assign(new EventTarget(), { media: query, matches: false }),
});
Object.defineProperty(globalThis, 'structuredClone', {
  configurable: true,
  writable: true,
  value: <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)),
});
/** Nothing has a place there. */
Element.prototype.scrollIntoView = () => undefined;
