import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditEntry, AuditList } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { routes } from './audit.routes';

const AUDIT = '/api/audit';

function entry(sequence: number, change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    sequence,
    at: '2026-05-18T09:41:00Z',
    action: 'user.invite',
    outcome: 'done',
    actor: { kind: 'user', user_id: 'boss', name: 'boss@example.org', token_id: null },
    object: { kind: 'user', id: 'bob', name: 'bob@example.org' },
    details: { role: 'user' },
    hash: 'f00d',
    ...change,
  };
}

describe('the page of the audit', () => {
  let harness: RouterTestingHarness;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    TestBed.inject(Router).resetConfig([{ path: 'audit', children: routes }]);
    harness = await RouterTestingHarness.create();
  });
  afterEach(() => Part.clear());

  const page = (): HTMLElement => harness.fixture.nativeElement as HTMLElement;
  const rows = (): string[] => [...page().querySelectorAll('tbody tr')].map(words);
  const link = (name: string): string | null =>
    [...page().querySelectorAll('a')].find((candidate) => words(candidate) === name)?.getAttribute('href') ?? null;

  async function open(address: string, list: AuditList): Promise<Record<string, string | null>> {
    await harness.navigateByUrl(address);
    return answer(list);
  }

  async function answer(list: AuditList): Promise<Record<string, string | null>> {
    const pending = requestTo('GET', AUDIT);
    const { params } = pending.request;
    pending.flush(list);
    await settled();
    return Object.fromEntries(params.keys().map((key) => [key, params.get(key)]));
  }

  async function settled(): Promise<void> {
    await settle();
    await harness.fixture.whenStable();
  }

  async function press(name: string): Promise<void> {
    const all = [...page().querySelectorAll<HTMLElement>('button')];
    const found = all.find((button) => button.getAttribute('aria-label') === name || words(button) === name);
    if (!found) throw new Error(`No button is called ${name}`);
    found.click();
    await settled();
  }

  it('lists what was done and opens to all of it', async () => {
    await open('/audit', { items: [entry(2), entry(1, { actor: null, outcome: 'failed' })], next_cursor: null });
    expect(rows()[0]).toMatch(/User invited user.invite boss@example.org bob@example.org User Done/);
    expect(rows()[1]).toMatch(/Unknown user .* Failed/);
    expect(words(page().querySelector('.dw-page-foot'))).toMatch(/^2 shown\. Times in [\w/+-]+\.$/);
    await press('Details of entry 2');
    expect(rows()[1]).toBe('Action user.invite Actor user, boss Object user, bob Role user Entry 2 Hash f00d');
  });

  it('asks for what the address says, and puts a filter into it', async () => {
    const asked = await open('/audit?outcome=denied&connection=shop', { items: [entry(1)], next_cursor: null });
    expect(asked).toEqual({ outcome: 'denied', limit: '100' });
    expect(link('CSV')).toBe('/api/audit/export?format=csv&outcome=denied');
    const actor = page().querySelector<HTMLInputElement>('[aria-label="Actor"]');
    if (actor) actor.value = ' ann ';
    actor?.dispatchEvent(new Event('change'));
    await settled();
    expect(TestBed.inject(Router).url).toBe('/audit?outcome=denied&connection=shop&actor=ann');
    expect(await answer({ items: [], next_cursor: null })).toMatchObject({ actor: 'ann', outcome: 'denied' });
    expect(words(page())).toContain('No matches');
    await press('Clear filters');
    expect(TestBed.inject(Router).url).toBe('/audit?connection=shop');
  });

  it('reads older entries on demand', async () => {
    await open('/audit', { items: [entry(3), entry(2)], next_cursor: '2' });
    await press('Show older');
    expect(await answer({ items: [entry(1)], next_cursor: null })).toMatchObject({ cursor: '2' });
    expect(rows()).toHaveLength(3);
    expect(words(page())).not.toContain('Show older');
  });

  it('says why it could not be read, and reads again', async () => {
    await harness.navigateByUrl('/audit');
    requestTo('GET', AUDIT).flush(problemDocument('internal-error', 'r', 'Disk full'), { status: 500, statusText: '' });
    await settled();
    expect(words(page())).toContain('Disk full');
    await press('Try again');
    await answer({ items: [], next_cursor: null });
    expect(words(page())).toContain('No entries yet');
  });

  it.each([
    [{ valid: true, entries: 48_219, broken_at: null, reason: null, head: null }, '48,219 entries, none changed'],
    [{ valid: false, entries: 9, broken_at: 7, reason: 'missing', head: null }, 'Entry 7 is missing'],
  ])('shows the result of the verification', async (result, expected) => {
    await open('/audit', { items: [entry(1)], next_cursor: null });
    await press('Verify chain');
    requestTo('GET', `${AUDIT}/verification`).flush(result);
    await settled();
    expect(words(page())).toContain(expected);
  });
});
