import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { PlainEditor } from './plain-editor';

// The simulated page has no timeline.
Object.defineProperty(performance, 'mark', { configurable: true, value: () => undefined });

async function render(sql: string, cursor: number) {
  const fixture = TestBed.createComponent(PlainEditor);
  const show = async (text: string, at: number): Promise<void> => {
    fixture.componentRef.setInput('sql', text);
    fixture.componentRef.setInput('cursor', at);
    await fixture.whenStable();
  };
  await show(sql, cursor);
  const field = (fixture.nativeElement as HTMLElement).querySelector('textarea');
  if (field === null) throw new Error('There is no field.');
  return { fixture, field, show };
}

describe('PlainEditor', () => {
  it('puts the cursor where it was in the text', async () => {
    const { field } = await render('SELECT 1', 3);
    expect([field.selectionStart, field.selectionEnd]).toEqual([3, 3]);
  });

  it('puts it anew in a text that comes from elsewhere', async () => {
    const { field, show } = await render('', 0);
    await show('SELECT 2', 7);
    expect([field.value, field.selectionStart]).toEqual(['SELECT 2', 7]);
  });

  it('leaves it where a person types', async () => {
    const { field, show } = await render('', 0);
    field.value = 'SELECT';
    field.setSelectionRange(6, 6);
    field.dispatchEvent(new Event('input'));
    await show('SELECT', 2);
    expect(field.selectionStart).toBe(6);
  });
});
