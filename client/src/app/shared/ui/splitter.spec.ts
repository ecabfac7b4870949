import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Splitter } from './splitter';

@Component({
  selector: 'dw-splitter-host',
  imports: [Splitter],
  template: `
    <dw-splitter
      label="Width"
      storageKey="test-width"
      [(size)]="size"
      [min]="220"
      [max]="420"
      [initial]="280"
      [isReversed]="isReversed()"
    />
  `,
})
class SplitterHost {
  readonly size = signal(300);
  readonly isReversed = signal(false);
}

describe('Splitter', () => {
  let fixture: ComponentFixture<SplitterHost>;

  beforeEach(() => localStorage.clear());

  async function render(): Promise<HTMLElement> {
    fixture = TestBed.createComponent(SplitterHost);
    await fixture.whenStable();
    const splitter = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>('dw-splitter');
    if (!splitter) throw new Error('There is no splitter');
    splitter.setPointerCapture = (): void => undefined;
    return splitter;
  }

  function press(splitter: HTMLElement, key: string, shiftKey = false): number {
    splitter.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, cancelable: true }));
    return fixture.componentInstance.size();
  }

  function drag(splitter: HTMLElement, from: number, to: number): number {
    splitter.dispatchEvent(new MouseEvent('pointerdown', { clientX: from, button: 0 }));
    splitter.dispatchEvent(new MouseEvent('pointermove', { clientX: to }));
    splitter.dispatchEvent(new MouseEvent('pointerup', { clientX: to }));
    return fixture.componentInstance.size();
  }

  it('exposes its size and limits to assistive technology', async () => {
    const splitter = await render();
    const names = ['role', 'aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'aria-orientation', 'aria-label'];
    expect(names.map((name) => splitter.getAttribute(name))).toEqual([
      'separator',
      '300',
      '220',
      '420',
      'vertical',
      'Width',
    ]);
  });

  it('follows arrows in small and large steps, and Home and End to its limits', async () => {
    const splitter = await render();
    expect(press(splitter, 'ArrowRight')).toBe(316);
    expect(press(splitter, 'ArrowLeft', true)).toBe(252);
    expect(press(splitter, 'End')).toBe(420);
    expect(press(splitter, 'ArrowRight')).toBe(420);
    expect(press(splitter, 'Home')).toBe(220);
  });

  it('follows the pointer within its limits, only while it is held', async () => {
    const splitter = await render();
    expect(drag(splitter, 100, 150)).toBe(350);
    expect(drag(splitter, 100, 900)).toBe(420);
    splitter.dispatchEvent(new MouseEvent('pointermove', { clientX: 0 }));
    expect(fixture.componentInstance.size()).toBe(420);
  });

  it('turns round for a region after the edge', async () => {
    const splitter = await render();
    fixture.componentInstance.isReversed.set(true);
    await fixture.whenStable();
    expect(drag(splitter, 100, 150)).toBe(250);
    expect(press(splitter, 'ArrowLeft')).toBe(266);
  });

  it('brings the first size back on a double click', async () => {
    const splitter = await render();
    splitter.dispatchEvent(new MouseEvent('dblclick'));
    expect(fixture.componentInstance.size()).toBe(280);
  });

  it('remembers the size, and keeps a remembered one within its limits', async () => {
    const splitter = await render();
    drag(splitter, 100, 140);
    expect(localStorage.getItem('test-width')).toBe('340');
    localStorage.setItem('test-width', '9000');
    await render();
    expect(fixture.componentInstance.size()).toBe(420);
  });

  it('takes no notice of a remembered size that is not a number', async () => {
    localStorage.setItem('test-width', '"wide"');
    await render();
    expect(fixture.componentInstance.size()).toBe(300);
  });
});
