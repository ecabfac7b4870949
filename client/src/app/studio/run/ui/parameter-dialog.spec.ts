import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import type { GivenValues } from '../parameter-memory';
import { ParameterDialog } from './parameter-dialog';

describe('ParameterDialog', () => {
  let fixture: ComponentFixture<ParameterDialog>;
  let closedWith: (GivenValues | undefined)[];

  async function open(names: string[], known: GivenValues = {}): Promise<void> {
    closedWith = [];
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [
        { provide: DIALOG_DATA, useValue: { names, known } },
        { provide: DialogRef, useValue: { close: (result?: GivenValues) => closedWith.push(result) } },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
    fixture = TestBed.createComponent(ParameterDialog);
    await fixture.whenStable();
  }

  const all = <T extends Element>(selector: string): T[] => [
    ...(fixture.nativeElement as HTMLElement).querySelectorAll<T>(selector),
  ];

  async function type(index: number, text: string): Promise<void> {
    const field = all<HTMLTextAreaElement>('textarea')[index];
    if (!field) throw new Error('No field');
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }

  async function choose(index: number, value: string): Promise<void> {
    const select = all<HTMLSelectElement>('select')[index];
    if (!select) throw new Error('No select');
    select.value = value;
    select.dispatchEvent(new Event('change'));
    await fixture.whenStable();
  }

  const press = (target: Element | undefined, init: KeyboardEventInit): KeyboardEvent => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    target?.dispatchEvent(event);
    return event;
  };

  it('asks for each name as it stands in the text, with what was given last', async () => {
    await open(['since', '1'], { since: { value: '2026-01-01', type: 'date' } });
    expect(all('.label').map(({ textContent }) => textContent)).toEqual([':since', '$1']);
    expect(all<HTMLTextAreaElement>('textarea').map(({ value }) => value)).toEqual(['2026-01-01', '']);
    expect(all<HTMLSelectElement>('select').map(({ value }) => value)).toEqual(['date', '']);
  });

  it('runs on Enter with the values and types that were given', async () => {
    await open(['a', 'b']);
    await type(0, 'x');
    await choose(1, 'integer');
    await type(1, '5');
    expect(press(all('textarea')[1], { key: 'Enter' }).defaultPrevented).toBe(true);
    expect(closedWith).toEqual([{ a: { value: 'x', type: null }, b: { value: '5', type: 'integer' } }]);
  });

  it('writes a line on Shift+Enter, leaves Enter to buttons and lists, and runs from them with Ctrl', async () => {
    await open(['a']);
    press(all('textarea')[0], { key: 'Enter', shiftKey: true });
    press(all('.null-switch')[0], { key: 'Enter' });
    press(all('select')[0], { key: 'Enter' });
    expect(closedWith).toEqual([]);
    press(all('select')[0], { key: 'Enter', ctrlKey: true });
    expect(closedWith).toHaveLength(1);
  });

  it('sends NULL, and gives back what was typed when it is taken away', async () => {
    await open(['a']);
    await type(0, 'x');
    all<HTMLButtonElement>('.null-switch')[0]?.click();
    await fixture.whenStable();
    expect(all<HTMLTextAreaElement>('textarea')[0]?.disabled).toBe(true);
    expect(all('.null-switch')[0]?.getAttribute('aria-pressed')).toBe('true');
    press(all('select')[0], { key: 'Enter', ctrlKey: true });
    all<HTMLButtonElement>('.null-switch')[0]?.click();
    await fixture.whenStable();
    press(all('textarea')[0], { key: 'Enter' });
    expect(closedWith).toEqual([{ a: { value: null, type: null } }, { a: { value: 'x', type: null } }]);
  });
});
