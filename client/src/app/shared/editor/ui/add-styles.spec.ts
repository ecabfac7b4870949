import { afterEach, describe, expect, it } from '@jest/globals';
import { addStyles } from './add-styles';

const sheets = (): HTMLLinkElement[] => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];

describe('addStyles', () => {
  afterEach(() => document.head.replaceChildren());

  it('puts the stylesheet behind those of the page and before the styles of components', async () => {
    document.head.innerHTML = '<link rel="stylesheet" href="page.css"><style></style>';
    const added = addStyles('more.css');
    expect([...document.head.children].map(({ localName }) => localName)).toEqual(['link', 'link', 'style']);
    expect(sheets()[1]?.getAttribute('href')).toBe('more.css');
    sheets()[1]?.dispatchEvent(new Event('load'));
    await expect(added).resolves.toBeUndefined();
  });

  it('goes before everything where the page has no stylesheet', () => {
    document.head.innerHTML = '<style></style>';
    void addStyles('more.css');
    expect(document.head.firstElementChild).toBe(sheets()[0]);
  });

  it('rejects and leaves nothing behind where the stylesheet cannot be loaded', async () => {
    const added = addStyles('gone.css');
    sheets()[0]?.dispatchEvent(new Event('error'));
    await expect(added).rejects.toThrow('Could not load gone.css.');
    expect(sheets()).toEqual([]);
  });
});
