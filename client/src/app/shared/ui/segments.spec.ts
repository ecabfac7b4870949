import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Segments } from './segments';

@Component({
  selector: 'dw-segments-host',
  imports: [Segments],
  template: '<dw-segments label="View" [options]="options" [(value)]="value" />',
})
class SegmentsHost {
  readonly options = [
    { value: 'table', label: 'Table' },
    { value: 'map', label: 'Map', isDisabled: true },
    { value: 'json', label: 'JSON' },
  ];
  readonly value = signal('table');
}

describe('Segments', () => {
  let fixture: ComponentFixture<SegmentsHost>;

  beforeEach(async () => {
    fixture = TestBed.createComponent(SegmentsHost);
    await fixture.whenStable();
  });

  const buttons = (): HTMLButtonElement[] => [...(fixture.nativeElement as HTMLElement).querySelectorAll('button')];

  async function act(event: () => void): Promise<string> {
    event();
    await fixture.whenStable();
    return fixture.componentInstance.value();
  }

  it('chooses by a click, but not what is disabled', async () => {
    expect(await act(() => buttons()[2]?.click())).toBe('json');
    expect(await act(() => buttons()[1]?.click())).toBe('json');
    expect(buttons().map((button) => button.getAttribute('aria-checked'))).toEqual(['false', 'false', 'true']);
  });

  it('walks round with the arrows past what is disabled, with one Tab stop', async () => {
    const press = (key: string) => () =>
      buttons()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    expect(await act(press('ArrowRight'))).toBe('json');
    expect(await act(press('ArrowRight'))).toBe('table');
    expect(await act(press('ArrowLeft'))).toBe('json');
    expect(buttons().map((button) => button.tabIndex)).toEqual([-1, -1, 0]);
  });
});
