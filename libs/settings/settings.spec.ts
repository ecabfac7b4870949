import { describe, expect, it } from '@jest/globals';
import { basemapMistake, changedSettings, STUDIO_DEFAULTS, withStudioDefaults } from './index.js';

describe('the address of a basemap', () => {
  it.each([
    'https://tile.example.org/{z}/{x}/{y}.png',
    'http://127.0.0.1:8080/{z}/{x}/{y}.png?key=abc',
    'http://[::1]:8080/t?z={z}&x={x}&y={y}',
    'HTTPS://Tile.Example.org/{z}/{y}/{x}',
  ])('takes %s', (url) => {
    expect(basemapMistake(url)).toBeNull();
  });

  it.each([
    ['', 'Enter the address of the tiles.'],
    ['  ', 'Enter the address of the tiles.'],
    ['tile.example.org/{z}/{x}/{y}', 'The address has to begin with http:// or https://.'],
    ['ftp://tile.example.org/{z}/{x}/{y}', 'The address has to begin with http:// or https://.'],
    ['javascript:alert(1)//{z}{x}{y}', 'The address has to begin with http:// or https://.'],
    ['https://tile.example.org/{z}/{x}', 'The address needs {y} after its host.'],
    ['https://tile.example.org/', 'The address needs {z}, {x}, {y} after its host.'],
    ['https://{z}.example.org/{x}/{y}', 'The address has no host.'],
    ['https:///{z}/{x}/{y}', 'The address has no host.'],
    ['https://host:99999/{z}/{x}/{y}', 'The address has no host.'],
    ['https://me:secret@example.org/{z}/{x}/{y}', 'Leave user name and password out of the address.'],
    ['https://example.org/{z}/{x}/{y}/{y}', 'The address has {y} more than once.'],
    ['https://example.org/{z}/{x}/{y}{r}.png', '{r} is no placeholder; only {z}, {x} and {y} are.'],
    ['https://example.org/a b/{z}/{x}/{y}', 'The address has a space in it.'],
    [`https://example.org/${'a'.repeat(2000)}/{z}/{x}/{y}`, 'The address is longer than 2000 characters.'],
  ])('refuses %j', (url, sentence) => {
    expect(basemapMistake(url)).toBe(sentence);
  });
});

describe('what is kept of settings', () => {
  it('has the default where nothing is kept', () => {
    expect(withStudioDefaults({ preview_limit: 50 })).toEqual({ ...STUDIO_DEFAULTS, preview_limit: 50 });
  });

  it('names the changed fields, compared by value', () => {
    const basemap = { url: 'https://a/{z}/{x}/{y}', attribution: 'A' };
    const before = { ...STUDIO_DEFAULTS, basemap };
    expect(changedSettings(before, { ...before, basemap: { ...basemap } })).toEqual([]);
    expect(changedSettings(before, { ...before, basemap: null, theme: 'dark' })).toEqual(['basemap', 'theme']);
  });
});
