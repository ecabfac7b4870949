import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { FocusReturn } from './focus-return';

const find = (id: string): HTMLElement | null => document.querySelector<HTMLElement>(`#${id}`);

beforeEach(() => {
  document.body.innerHTML =
    '<section id="list"><p id="row"><button id="open"></button></p></section><a id="other" href="#">';
  find('open')?.focus();
});
afterEach(() => document.body.replaceChildren());

it('gives the focus back to the element that had it', () => {
  const focus = new FocusReturn();
  find('open')?.blur();
  focus.restore();
  expect(document.activeElement?.id).toBe('open');
});

it('gives it to what is left around an element that has gone', () => {
  const focus = new FocusReturn();
  find('row')?.remove();
  focus.restore();
  expect(document.activeElement?.id).toBe('list');
});

it('leaves the focus where it is otherwise', () => {
  const focus = new FocusReturn();
  find('other')?.focus();
  focus.restore();
  expect(document.activeElement?.id).toBe('other');
});

it('passes over what takes no focus, as an element without a box of its own', () => {
  const focus = new FocusReturn();
  const row = find('row');
  find('open')?.remove();
  if (row) row.focus = () => undefined;
  focus.restore();
  expect([document.activeElement?.id, row?.hasAttribute('tabindex')]).toEqual(['list', false]);
});
