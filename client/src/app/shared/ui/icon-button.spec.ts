import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IconButton } from './icon-button';

@Component({
  selector: 'dw-icon-button-host',
  imports: [IconButton],
  template: `<button dwIconButton="x" class="close" keys="Escape" [label]="label()" [tip]="tip()"></button>`,
})
class IconButtonHost {
  readonly label = signal('Close the job');
  readonly tip = signal<string | null>(null);
}

describe('IconButton', () => {
  let tests = 0;
  let fixture: ComponentFixture<IconButtonHost>;

  beforeEach(() => {
    jest.useFakeTimers();
    // The one before may have closed a tooltip a moment ago, after which the next one shows at once.
    jest.advanceTimersByTime(10_000 * ++tests);
    fixture = TestBed.createComponent(IconButtonHost);
    document.body.append(fixture.nativeElement as HTMLElement);
    TestBed.tick();
  });

  afterEach(() => {
    (fixture.nativeElement as HTMLElement).remove();
    TestBed.resetTestingModule();
    jest.useRealTimers();
  });

  const button = (): HTMLButtonElement =>
    (fixture.nativeElement as HTMLElement).querySelector('button') ?? document.createElement('button');

  /** The text of the tooltip after the pointer came. */
  function hovered(): string | null {
    button().dispatchEvent(new Event('pointerenter'));
    jest.advanceTimersByTime(400);
    TestBed.tick();
    return document.querySelector('dw-tooltip-panel > span')?.textContent ?? null;
  }

  it('is a button with a name, an icon and the classes of its place', () => {
    expect([button().type, button().getAttribute('aria-label')]).toEqual(['button', 'Close the job']);
    expect(button().querySelectorAll('dw-icon')).toHaveLength(1);
    expect([...button().classList]).toEqual(expect.arrayContaining(['dw-btn', 'dw-icon-only', 'close']));
  });

  it('shows its name, which is no description as well', () => {
    expect(hovered()).toBe('Close the job');
    expect(button().hasAttribute('aria-describedby')).toBe(false);
  });

  it('shows and describes another text', () => {
    fixture.componentInstance.tip.set('Close');
    TestBed.tick();
    expect(hovered()).toBe('Close');
    expect(button().hasAttribute('aria-describedby')).toBe(true);
  });

  it('follows its label', () => {
    fixture.componentInstance.label.set('Close the run');
    TestBed.tick();
    expect([button().getAttribute('aria-label'), hovered()]).toEqual(['Close the run', 'Close the run']);
  });
});
