import { DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DIALOG_HEADING_ID } from '../ui/dialog/dialog-heading-id';
import { CommandSources } from './command-sources';
import type { Command } from './command-sources';
import { Palette } from './palette';

const command = (title: string, change: Partial<Command> = {}): Command => ({
  id: title,
  title,
  kind: 'action',
  run: () => undefined,
  ...change,
});

describe('Palette', () => {
  const close = jest.fn<(command: Command) => void>();
  let fixture: ComponentFixture<Palette>;

  beforeEach(async () => {
    close.mockReset();
    TestBed.configureTestingModule({
      providers: [
        { provide: DialogRef, useValue: { close } },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
    TestBed.runInInjectionContext(() => {
      const sources = TestBed.inject(CommandSources);
      sources.add(() => [command('Run'), command('Save', { refusal: 'This tab has no SQL yet' })]);
      sources.add(() => Promise.resolve([command('orders', { kind: 'view', detail: 'public' })]));
      sources.add(() => Promise.reject(new Error('away')));
    });
    Element.prototype.scrollIntoView = () => undefined;
    fixture = TestBed.createComponent(Palette);
    await fixture.whenStable();
  });

  const host = () => fixture.nativeElement as HTMLElement;
  const titles = () => [...host().querySelectorAll('.title')].map(({ textContent }) => textContent);
  const headings = () => [...host().querySelectorAll('.heading')].map(({ textContent }) => textContent);
  const chosen = () => host().querySelector('[aria-selected="true"] .title')?.textContent;

  async function press(key: string, more: KeyboardEventInit = {}): Promise<void> {
    host()
      .querySelector('input')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
    await fixture.whenStable();
  }
  async function type(text: string): Promise<void> {
    const input = host().querySelector('input');
    if (!input) throw new Error('No field');
    input.value = text;
    input.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }

  it('leaves keys to an input method that composes', async () => {
    const before = chosen();
    await press('ArrowDown', { isComposing: true });
    await press('Enter', { isComposing: true });
    expect([chosen(), close.mock.calls]).toEqual([before, []]);
  });

  it('lists what every source brings, also one that answers late, and not what one fails to bring', () => {
    expect(titles()).toEqual(['Run', 'Save', 'orders']);
    expect(headings()).toEqual(['Commands', 'Views']);
  });

  it('puts the group of the best first, and marks what was typed', async () => {
    await type('r');
    expect(headings()).toEqual(['Commands', 'Views']);
    await type('or');
    expect(headings()).toEqual(['Views']);
    expect([...host().querySelectorAll('.title .match')].map(({ textContent }) => textContent)).toEqual(['or']);
  });

  it('finds by letters and runs what Enter chooses', async () => {
    await type('ord');
    expect(titles()).toEqual(['orders']);
    await press('Enter');
    expect(close.mock.calls[0]?.[0].title).toBe('orders');
  });

  it('wraps around with the arrows and sets aria-activedescendant on the field', async () => {
    await press('ArrowUp');
    expect(chosen()).toBe('orders');
    expect(host().querySelector('input')?.getAttribute('aria-activedescendant')).toBe('palette-2');
    await press('ArrowDown');
    expect(chosen()).toBe('Run');
  });

  it('says why something cannot be done, and does not do it', async () => {
    await type('save');
    expect(host().querySelector('.detail')?.textContent).toBe('This tab has no SQL yet');
    await press('Enter');
    expect(close).not.toHaveBeenCalled();
  });

  it('says that nothing is found', async () => {
    await type('zzz');
    expect(host().querySelector('[role="status"]')?.textContent).toContain('No results for “zzz”');
  });
});
