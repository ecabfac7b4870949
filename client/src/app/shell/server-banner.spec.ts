import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../testing/page-set-up';
import { ServerBanner } from './server-banner';

const HEALTH = '/api/health';
const DAMAGED = problemDocument('state-damaged', 'r', 'The state of the workbench is damaged.');
const FULL = problemDocument('state-unavailable', 'r', 'The disk is full. Free some space, then try again.');

describe('ServerBanner', () => {
  let fixture: ComponentFixture<ServerBanner>;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    fixture = TestBed.createComponent(ServerBanner);
  });
  afterEach(() => {
    TestBed.resetTestingModule();
  });

  async function afterHealth(body: object, status = 200): Promise<string> {
    requestTo('GET', HEALTH).flush(body, { status, statusText: '' });
    await settle();
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    return page.querySelector('[role=alert]')?.textContent ?? '';
  }

  it('shows nothing while the workbench is well', async () => {
    expect(await afterHealth({ status: 'ok' })).toBe('');
  });

  it('says what happened to a damaged state, why that matters and what to do, until it is restored', async () => {
    const text = await afterHealth(DAMAGED, 503);
    for (const part of ['state file is damaged', 'cannot be read', 'restore a copy', 'docs/state.md']) {
      expect(text).toContain(part);
    }
    (fixture.nativeElement as HTMLElement).querySelector('button')?.click();
    expect(await afterHealth({ status: 'ok' })).toBe('');
  });

  it('says why changes cannot be saved', async () => {
    const text = await afterHealth(FULL, 503);
    expect(text).toContain('Changes can’t be saved');
    expect(text).toContain('The disk is full.');
  });
});
