import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { health, listOf, postgresSample } from '../../testing/connection-samples';
import { FakeEventSource } from '../../testing/fake-event-source';
import { answerAll, providePage, settle } from '../../testing/page-set-up';
import { StatusSlot } from '../shared/status/status-slot';
import { StatusBar } from './status-bar';

@Component({
  selector: 'dw-area',
  imports: [StatusBar, StatusSlot],
  template: `
    @if (isOpen()) {
      <ng-template dwStatusSlot="right">Ln {{ line() }}</ng-template>
      <ng-template dwStatusSlot="left">2 of 10 in use</ng-template>
    }
    <dw-status-bar />
  `,
})
class Area {
  readonly isOpen = signal(true);
  readonly line = signal(6);
}

describe('StatusBar', () => {
  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
  });

  afterEach(() => {
    TestBed.resetTestingModule();
  });

  it('shows the connection in use with its latency, then what the area adds, as long as the area is there', async () => {
    const fixture = TestBed.createComponent(Area);
    const words = (): (string | undefined)[] => {
      const items = (fixture.nativeElement as HTMLElement).querySelectorAll('.item');
      return [...items].map(({ textContent }) => textContent.trim());
    };
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
    await settle();
    await fixture.whenStable();
    expect(words()).toEqual(['Shop production, 4 ms', '2 of 10 in use', 'Ln 6']);
    FakeEventSource.last.emit('connection.health_changed', { connection_id: 'shop', health: health('failed') });
    fixture.componentInstance.line.set(7);
    await fixture.whenStable();
    expect(words()).toEqual(['Shop production, failed', '2 of 10 in use', 'Ln 7']);
    fixture.componentInstance.isOpen.set(false);
    await fixture.whenStable();
    expect(words()).toEqual(['Shop production, failed']);
  });
});
