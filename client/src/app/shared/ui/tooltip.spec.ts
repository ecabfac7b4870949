import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Tooltip } from './tooltip';

@Component({
  selector: 'dw-tooltip-host',
  imports: [Tooltip],
  template:
    '<button type="button" aria-label="Run" dwTooltipKeys="G S" [dwTooltip]="text()" [(dwTooltipName)]="name"></button>',
})
class TooltipHost {
  readonly text = signal<string | null>('Runs the statement');
  readonly name = signal<string | null>(null);
}

describe('Tooltip', () => {
  let tests = 0;
  let fixture: ComponentFixture<TooltipHost>;

  beforeEach(() => {
    jest.useFakeTimers();
    // Every clock starts anew: each test begins well after the tooltip that the one before it closed.
    jest.advanceTimersByTime(10_000 * ++tests);
    fixture = TestBed.createComponent(TooltipHost);
    document.body.append(fixture.nativeElement as HTMLElement);
    TestBed.tick();
  });

  afterEach(() => {
    (fixture.nativeElement as HTMLElement).remove();
    TestBed.resetTestingModule();
    jest.useRealTimers();
  });

  const button = (): HTMLElement => (fixture.nativeElement as HTMLElement).querySelector('button') ?? document.body;
  const shown = (): string | null =>
    document.querySelector('dw-tooltip-panel')?.textContent.replace(/\s+/g, ' ').trim() ?? null;

  function wait(ms: number): void {
    jest.advanceTimersByTime(ms);
    TestBed.tick();
  }

  it('shows text and keys 400 ms after the pointer came, and goes when it leaves', () => {
    button().dispatchEvent(new Event('pointerenter'));
    wait(399);
    expect(shown()).toBeNull();
    wait(1);
    expect(shown()).toBe('Runs the statementGS');
    button().dispatchEvent(new Event('pointerleave'));
    expect(shown()).toBeNull();
  });

  it('shows the next one at once', () => {
    button().dispatchEvent(new Event('pointerenter'));
    wait(400);
    button().dispatchEvent(new Event('pointerleave'));
    button().dispatchEvent(new Event('pointerenter'));
    wait(0);
    expect(shown()).not.toBeNull();
  });

  it('goes on a press, so that it covers nothing', () => {
    button().dispatchEvent(new Event('pointerenter'));
    wait(400);
    button().dispatchEvent(new Event('pointerdown'));
    expect(shown()).toBeNull();
  });

  it('shows nothing when there is nothing to say', () => {
    fixture.componentInstance.text.set(null);
    TestBed.tick();
    button().dispatchEvent(new Event('pointerenter'));
    wait(1_000);
    expect(shown()).toBeNull();
  });

  it.each([
    [40, null],
    [1, 'Run the statement'],
  ])('shows a name only where its words are folded: %s px', (width, expected) => {
    fixture.componentInstance.text.set(null);
    fixture.componentInstance.name.set('Run the statement');
    TestBed.tick();
    const words = button().appendChild(document.createElement('span'));
    words.textContent = 'Run the statement';
    Object.defineProperty(words, 'offsetWidth', { value: width });
    button().dispatchEvent(new Event('pointerenter'));
    wait(400);
    expect(shown()).toBe(expected && `${expected}GS`);
    expect(button().hasAttribute('aria-describedby')).toBe(false);
  });

  it('describes its control to assistive technology', () => {
    const id = button().getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('Runs the statement');
  });
});
