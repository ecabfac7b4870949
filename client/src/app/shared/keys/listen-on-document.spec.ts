import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { listenOnDocument } from './listen-on-document';

@Component({ selector: 'dw-listening', template: '{{ looked() }} {{ heard() }}' })
class Listening {
  looks = 0;
  readonly heard = signal('');

  constructor() {
    listenOnDocument('keydown', ({ key }) => {
      if (key === 'Enter') this.heard.set(key);
    });
  }

  protected looked(): string {
    this.looks += 1;
    return '';
  }
}

async function shown() {
  const fixture = TestBed.createComponent(Listening);
  await fixture.whenStable();
  const press = async (key: string): Promise<void> => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await fixture.whenStable();
  };
  return { fixture, page: fixture.componentInstance, press };
}

describe('listening on the document', () => {
  it('has the page looked through only where a signal changed', async () => {
    const { fixture, page, press } = await shown();
    const before = page.looks;
    await press('x');
    expect(page.looks).toBe(before);
    await press('Enter');
    expect(page.looks).toBeGreaterThan(before);
    expect((fixture.nativeElement as HTMLElement).textContent.trim()).toBe('Enter');
  });

  it('ends with who listens', async () => {
    const { fixture, page, press } = await shown();
    fixture.destroy();
    await press('Enter');
    expect(page.heard()).toBe('');
  });
});
