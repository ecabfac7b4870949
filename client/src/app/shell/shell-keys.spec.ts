import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { providePage } from '../../testing/page-set-up';
import { Part } from '../../testing/part';
import { ShellKeys } from './shell-keys';

@Component({
  selector: 'dw-keys-host',
  hostDirectives: [ShellKeys],
  template: `<button type="button" id="row">a row</button><input id="field" />`,
})
class KeysHost {}

let heard: string[];
const onPage = (event: KeyboardEvent): void => {
  if (!event.defaultPrevented) heard.push(event.key);
};
const onRow = ({ key }: KeyboardEvent): void => void heard.push(`row ${key}`);

beforeEach(async () => {
  heard = [];
  TestBed.configureTestingModule({ providers: providePage() });
  await Part.show(KeysHost);
  // As a page does, whose listener comes after that of the shell.
  document.addEventListener('keydown', onPage);
});
afterEach(() => {
  document.removeEventListener('keydown', onPage);
  Part.clear();
});

async function press(id: string, ...keys: string[]): Promise<string> {
  const target = document.getElementById(id);
  for (const key of keys) target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  await new Promise((resolve) => setTimeout(resolve));
  return TestBed.inject(Router).url;
}

it.each([
  ['n', '/notifications'],
  ['j', '/jobs'],
])(
  'takes G %s to the area alone: neither the page nor the row with the focus does something of its own',
  async (key, url) => {
    document.getElementById('row')?.addEventListener('keydown', onRow);
    expect(await press('row', 'g', key)).toBe(url);
    expect(heard).toEqual(['row g', 'g']);
  },
);

it('leaves a letter without G before it, and one that is no area, to the page', async () => {
  expect(await press('row', 'n', 'g', 'x', 'n')).toBe('/');
  expect(heard).toEqual(['n', 'g', 'x', 'n']);
});

it('leaves text alone', async () => {
  expect(await press('field', 'g', 'n')).toBe('/');
  expect(heard).toEqual(['g', 'n']);
});
