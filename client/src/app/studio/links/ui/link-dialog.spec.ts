import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from '#libs/api';
import { duckdbSample, listOf, postgresSample } from '../../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { LinkDialog } from './link-dialog';
import type { LinkAnswer, LinkQuestion } from './link-dialog';

const RISK = { code: 'execute_programs', detail: 'Role app can run programs on the database server.' } as const;
const KNOWN = { product: 'PostgreSQL', version: '15.18', role_risks: [] };

describe('LinkDialog', () => {
  let closedWith: (LinkAnswer | undefined)[];
  beforeEach(() => {
    closedWith = [];
  });

  async function open(connection: Connection, more: Partial<LinkQuestion> = {}): Promise<HTMLElement> {
    const question: LinkQuestion = { connection, sql: 'SELECT 1', isReadOnly: true, ...more };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: DIALOG_DATA, useValue: question },
        { provide: DialogRef, useValue: { close: (answer?: LinkAnswer) => closedWith.push(answer) } },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
    TestBed.inject(ConnectionsStore);
    await settle();
    answerAll('GET', '/api/connections', listOf([connection]));
    await settle();
    const fixture = TestBed.createComponent(LinkDialog);
    await settle();
    return fixture.nativeElement as HTMLElement;
  }
  const textOf = (element: Element | null): string => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  const buttons = (page: HTMLElement) => [...page.querySelectorAll<HTMLButtonElement>('footer button')];

  it('shows the connection, the role, the session and the whole SQL', async () => {
    const sql = `SELECT 1 -- ${'x'.repeat(20_000)}\nFROM y`;
    const page = await open(postgresSample({ server: KNOWN }), { sql });
    expect(textOf(page.querySelector('h2'))).toBe('Run SQL from this link?');
    const facts = [...page.querySelectorAll<HTMLElement>('dl > div')].map((fact) => [...fact.children].map(textOf));
    expect(facts).toEqual([
      ['Connection', 'Shop production'],
      ['Role', 'app'],
      ['Session', 'Read-only: the database refuses changes to tables'],
    ]);
    expect(page.querySelector('[data-conn]')?.getAttribute('data-conn')).toBe('red');
    expect(page.querySelector('pre')?.textContent).toBe(sql);
    expect(textOf(page)).toContain('SQL, 2 lines');
    expect(page.querySelectorAll('.dw-note')).toHaveLength(0);
  });

  it('says when the session can write, unless a viewer asks', async () => {
    const sql = 'DELETE FROM orders';
    const page = await open(postgresSample({ server: KNOWN }), { sql, isReadOnly: false });
    expect(textOf(page.querySelector('dl'))).toContain('Can write: changes are kept');
    TestBed.resetTestingModule();
    const viewers = await open(postgresSample({ server: KNOWN, access: 'query' }), { sql, isReadOnly: false });
    expect(textOf(viewers.querySelector('dl'))).toContain('Read-only');
  });

  it('lists what the role can do beyond reading', async () => {
    const page = await open(postgresSample({ server: { ...KNOWN, role_risks: [RISK] } }));
    expect([...page.querySelectorAll<HTMLElement>('.dw-note')].map(textOf)).toEqual([RISK.detail]);
  });

  it('asks the database for the role when nothing was connected yet', async () => {
    const page = await open(postgresSample({ server: null }));
    expect(textOf(page)).toContain('Checking what the role can do');
    requestTo('POST', '/api/connections/shop/test').flush({ ok: true, latency_ms: 1, server: null, error: null });
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample({ server: { ...KNOWN, role_risks: [RISK] } })]));
    await settle();
    expect(textOf(page)).toContain(RISK.detail);
    expect(textOf(page)).not.toContain('Checking');
  });

  it('says when the role stays unknown', async () => {
    const page = await open(postgresSample({ server: { ...KNOWN, role_risks: null } }));
    expect(textOf(page)).toContain("Couldn't check what else the role can do.");
  });

  it('shows no role where the engine has none', async () => {
    const page = await open(duckdbSample());
    expect(textOf(page.querySelector('dl'))).not.toContain('Role');
    expect(page.querySelector('.risks')).toBeNull();
  });

  it('shows hidden characters as their code', async () => {
    const page = await open(postgresSample({ server: KNOWN }), { sql: 'SELECT \u202e1\u200b -- a\rDROP' });
    expect(page.querySelector('pre')?.textContent).toBe('SELECT U+202E1U+200B -- aU+000DDROP');
    expect([...page.querySelectorAll('pre .hidden')].map((one) => one.textContent)).toEqual([
      'U+202E',
      'U+200B',
      'U+000D',
    ]);
    expect(textOf(page)).toContain('Hidden characters are shown as codes');
  });

  it('focuses Cancel, and closes with the answer of each button', async () => {
    const page = await open(postgresSample({ server: KNOWN }));
    expect(buttons(page).map(textOf)).toEqual(['Cancel', 'Open without running', 'Run on Shop production']);
    expect(buttons(page).map((button) => button.hasAttribute('cdkFocusInitial'))).toEqual([true, false, false]);
    for (const button of buttons(page)) button.click();
    expect(closedWith).toEqual([undefined, 'open', 'run']);
  });
});
