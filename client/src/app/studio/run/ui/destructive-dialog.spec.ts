import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { destructiveFindings } from '#libs/write-safety';
import { postgresSample } from '../../../../testing/connection-samples';
import { providePage } from '../../../../testing/page-set-up';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { DestructiveDialog } from './destructive-dialog';
import type { DestructiveQuestion } from './destructive-dialog';

const SQL = "DROP TABLE a; DELETE FROM b -- all of it\n;SELECT 'x'";

describe('DestructiveDialog', () => {
  let closedWith: (boolean | undefined)[];

  async function open(sql: string): Promise<HTMLElement> {
    closedWith = [];
    const connection = postgresSample({ name: 'Shop (production)', colour: 'red' });
    const question: DestructiveQuestion = { connection, sql, findings: destructiveFindings(sql, 'postgres') };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: DIALOG_DATA, useValue: question },
        { provide: DialogRef, useValue: { close: (answer?: boolean) => closedWith.push(answer) } },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
    const fixture = TestBed.createComponent(DestructiveDialog);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  const button = (page: HTMLElement, name: string): HTMLButtonElement => {
    const found = [...page.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name);
    if (!found) throw new Error(`No button ${name}`);
    return found;
  };

  beforeEach(() => {
    TestBed.resetTestingModule();
  });

  it('names the connection in its colour, and each finding with its own part of the text', async () => {
    const page = await open(SQL);
    expect(page.querySelector('h2')?.textContent).toBe('Run this on Shop (production)?');
    expect(page.querySelector('[data-conn=red] dw-badge')?.textContent).toBe('Shop (production)');
    expect([...page.querySelectorAll('.sentence')].map(({ textContent }) => textContent)).toEqual([
      'Drops the table a.',
      'Deletes every row of b.',
    ]);
    expect([...page.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
      'DROP TABLE a',
      'DELETE FROM b',
    ]);
  });

  it('wants the focus on Cancel, and closes with the answer', async () => {
    const page = await open(SQL);
    expect(page.querySelector('[cdkFocusInitial]')).toBe(button(page, 'Cancel'));
    button(page, 'Cancel').click();
    button(page, 'Run anyway').click();
    expect(closedWith).toEqual([false, true]);
  });

  it('counts what is too much to show', async () => {
    const page = await open('DROP TABLE a;'.repeat(53));
    expect(page.querySelectorAll('li')).toHaveLength(50);
    expect(page.textContent).toContain('And 3 more.');
  });
});
