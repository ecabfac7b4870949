import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NarrowedChoice } from './narrowed-choice';

@Component({
  selector: 'dw-narrowed-choice-host',
  imports: [NarrowedChoice],
  template: `<dw-narrowed-choice
    legend="Of"
    allLabel="Every fruit"
    noneText="No fruit today."
    [things]="things()"
    [error]="error()"
    [(isAll)]="isAll"
    [(chosen)]="chosen"
  />`,
})
class NarrowedChoiceHost {
  readonly things = signal([
    { id: 'a', name: 'Apple' },
    { id: 'b', name: 'Pear' },
  ]);
  readonly error = signal<string | null>(null);
  readonly isAll = signal(true);
  readonly chosen = signal<ReadonlySet<string>>(new Set(['b']));
}

describe('NarrowedChoice', () => {
  let fixture: ComponentFixture<NarrowedChoiceHost>;
  let host: NarrowedChoiceHost;
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const boxes = (): HTMLInputElement[] => [...element().querySelectorAll('input')];
  const labels = (): string[] => [...element().querySelectorAll('label')].map((label) => label.textContent.trim());

  beforeEach(async () => {
    fixture = TestBed.createComponent(NarrowedChoiceHost);
    host = fixture.componentInstance;
    await fixture.whenStable();
  });

  async function tick(index: number): Promise<void> {
    boxes()[index]?.click();
    await fixture.whenStable();
  }

  it('shows what there is to choose once it is not everything', async () => {
    expect(labels()).toEqual(['Every fruit']);
    await tick(0);
    expect([host.isAll(), labels()]).toEqual([false, ['Every fruit', 'Apple', 'Pear']]);
    expect(boxes().map(({ checked }) => checked)).toEqual([false, false, true]);
  });

  it('adds and takes away, and keeps the choice while everything is chosen', async () => {
    await tick(0);
    await tick(1);
    await tick(2);
    expect([...host.chosen()]).toEqual(['a']);
    await tick(0);
    expect([host.isAll(), [...host.chosen()]]).toEqual([true, ['a']]);
  });

  it('says what is wrong with the choice', async () => {
    await tick(0);
    host.error.set('Choose one.');
    await fixture.whenStable();
    expect(boxes().map((box) => box.getAttribute('aria-invalid'))).toEqual([null, 'true', 'true']);
    expect(element().textContent).toContain('Choose one.');
  });

  it('shows that there is nothing to choose', async () => {
    host.things.set([]);
    host.chosen.set(new Set());
    await tick(0);
    expect(element().textContent).toContain('No fruit today.');
  });

  it('shows by its id what is chosen but not known, also after it was unticked', async () => {
    host.things.set([{ id: 'a', name: 'Apple' }]);
    await tick(0);
    expect(labels()).toEqual(['Every fruit', 'Apple', 'b']);
    await tick(2);
    expect([[...host.chosen()], labels()]).toEqual([[], ['Every fruit', 'Apple', 'b']]);
    await tick(2);
    expect([...host.chosen()]).toEqual(['b']);
  });
});
