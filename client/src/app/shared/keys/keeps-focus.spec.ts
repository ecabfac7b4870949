import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { KeepsFocus } from './keeps-focus';

@Component({
  imports: [KeepsFocus],
  template: `<section dwKeepsFocus>
      @if (isThere()) {
        <button id="inside">Apply</button>
      }
    </section>
    <button id="outside">Other</button>`,
})
class Page {
  readonly isThere = signal(true);
}

@Component({
  imports: [KeepsFocus],
  template: `<button id="row">Nightly</button>
    @if (isOpen()) {
      <section dwKeepsFocus><button id="close">Close</button></section>
    }`,
})
class ClosingPage {
  readonly isOpen = signal(true);
}

async function opened(focused: string) {
  const fixture = TestBed.createComponent(Page);
  document.body.append(fixture.nativeElement as HTMLElement);
  await fixture.whenStable();
  document.querySelector<HTMLElement>('#inside')?.focus();
  document.querySelector<HTMLElement>(focused)?.focus();
  fixture.componentInstance.isThere.set(false);
  await fixture.whenStable();
  await Promise.resolve();
  const name = document.activeElement?.localName;
  (fixture.nativeElement as HTMLElement).remove();
  return name;
}

describe('KeepsFocus', () => {
  it('takes the focus of a control that goes', async () => expect(await opened('#inside')).toBe('section'));

  it('leaves it where it is otherwise', async () => expect(await opened('#outside')).toBe('button'));

  it('gives the focus back to what had it before, when the part goes with it', async () => {
    const fixture = TestBed.createComponent(ClosingPage);
    document.body.append(fixture.nativeElement as HTMLElement);
    await fixture.whenStable();
    for (const id of ['row', 'close']) document.querySelector<HTMLElement>(`#${id}`)?.focus();
    fixture.componentInstance.isOpen.set(false);
    await fixture.whenStable();
    await Promise.resolve();
    expect(document.activeElement?.id).toBe('row');
    (fixture.nativeElement as HTMLElement).remove();
  });
});
