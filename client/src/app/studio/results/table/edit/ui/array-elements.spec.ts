import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { ArrayElements } from './array-elements';

describe('ArrayElements', () => {
  it('keeps the lines of the elements, and how they end', async () => {
    const fixture = TestBed.createComponent(ArrayElements);
    fixture.componentRef.setInput('text', '{"l1\nl2","m1\r\nm2",b}');
    const texts: string[] = [];
    fixture.componentInstance.changed.subscribe((text) => texts.push(text));
    await fixture.whenStable();
    const fields = (fixture.nativeElement as HTMLElement).querySelectorAll('textarea');
    for (const field of fields) {
      field.value += '!';
      field.dispatchEvent(new Event('input'));
    }
    expect(texts.at(-1)).toBe('{"l1\nl2!","m1\r\nm2!",b!}');
  });

  it('edits boxes between semicolons', async () => {
    const fixture = TestBed.createComponent(ArrayElements);
    fixture.componentRef.setInput('type', 'box[]');
    fixture.componentRef.setInput('text', '{(1,1),(0,0);(2,2),(1,1)}');
    const texts: string[] = [];
    fixture.componentInstance.changed.subscribe((text) => texts.push(text));
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const fields = [...page.querySelectorAll('textarea')];
    expect(fields.map(({ value }) => value)).toEqual(['(1,1),(0,0)', '(2,2),(1,1)']);
    page.querySelector<HTMLElement>('[aria-label="Remove element 1"]')?.click();
    expect(texts).toEqual(['{(2,2),(1,1)}']);
  });
});
