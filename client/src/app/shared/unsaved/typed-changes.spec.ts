import { beforeEach, describe, expect, it } from '@jest/globals';
import { TypedChanges } from './typed-changes';

describe('TypedChanges', () => {
  let root: HTMLElement;
  let changes: TypedChanges;

  beforeEach(() => {
    root = document.createElement('div');
    root.innerHTML = `
      <input id="name" value="a" /><textarea id="text">b</textarea><input id="search" type="search" />
      <select id="kind"><option>x</option><option>y</option></select><input id="on" type="checkbox" />
      <div id="mode" role="radiogroup">
        <button role="radio" aria-checked="true">New</button><button role="radio" aria-checked="false">Old</button>
      </div>
      <div class="monaco-editor"><textarea id="code"></textarea></div>`;
    changes = new TypedChanges(root);
  });

  function type(id: string, value: string): void {
    const field = root.querySelector<HTMLInputElement>(`#${id}`);
    field?.dispatchEvent(new Event('beforeinput', { bubbles: true }));
    if (field?.type === 'checkbox') field.checked = value === 'true';
    else if (field) field.value = value;
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function choose(option: number): void {
    const buttons = [...root.querySelectorAll('[role=radio]')];
    buttons[option]?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    buttons.forEach((button, index) => button.setAttribute('aria-checked', String(index === option)));
    buttons[option]?.dispatchEvent(new Event('click', { bubbles: true }));
  }

  it('counts another choice, until the first one is chosen again', () => {
    choose(1);
    expect(changes.areAny()).toBe(true);
    choose(0);
    expect(changes.areAny()).toBe(false);
  });

  it.each([
    [[], false],
    [[['name', 'ab']], true],
    [[['text', '']], true],
    [[['kind', 'y']], true],
    [[['on', 'true']], true],
    [[['code', 'select 1']], true],
    [[['search', 'ab']], false],
    [
      [
        ['name', 'ab'],
        ['name', 'a'],
      ],
      false,
    ],
    [
      [
        ['on', 'true'],
        ['on', 'false'],
      ],
      false,
    ],
  ] as const)('after %j: %s', (typed, areAny) => {
    for (const [id, value] of typed) type(id, value);
    expect(changes.areAny()).toBe(areAny);
  });

  it('counts neither what the form fills in by itself nor fields that have gone', () => {
    type('name', 'ab');
    const text = root.querySelector('textarea');
    if (text) text.value = 'filled in';
    root.querySelector('#name')?.remove();
    expect(changes.areAny()).toBe(false);
  });
});
