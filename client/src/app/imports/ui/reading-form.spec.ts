import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataImport } from '#libs/api';
import { Part, words } from '../../../testing/part';
import type { Reading } from '../data/imports-api';
import { ReadingForm } from './reading-form';

const FILE = {
  ...{ id: 'i', format: 'csv', status: 'ready' },
  reading: { encoding: 'auto', header: null, delimiter: null, sheet: null, date_order: null, decimal: null },
  preview: { doubts: [], detected: null, sheets: null },
} as unknown as DataImport;

afterEach(() => Part.clear());

describe('the choices of how a file is read', () => {
  let sent: Reading[];
  let answers: ((isTaken: boolean) => void)[];
  let part: Part<ReadingForm>;

  beforeEach(async () => {
    [sent, answers] = [[], []];
    const send = (reading: Reading): Promise<boolean> => {
      sent.push(reading);
      return new Promise((resolve) => answers.push(resolve));
    };
    part = await Part.show(ReadingForm, { record: FILE, send });
  });

  async function answer(isTaken: boolean): Promise<void> {
    answers.shift()?.(isTaken);
    await part.settled();
  }

  it.each([
    ['Encoding', 'utf-16le', 'auto'],
    ['Delimiter', ';', 'detect'],
    ['Date order', 'dmy', ''],
    ['Decimal sign', ',', ''],
  ])('show what is used of %s where the server did not take another one', async (label, value, used) => {
    const options = [...(part.control(label) as unknown as HTMLSelectElement).options].map((option) => option.value);
    const other = options.find((option) => option === value) ?? options[1] ?? '';
    await part.type(label, other);
    expect(part.control(label).value).toBe(other);
    await answer(false);
    expect(part.control(label).value).toBe(used);
    await part.type(label, other);
    await answer(true);
    expect([sent.length, part.control(label).value]).toEqual([2, other]);
  });

  it('show the header that is used, too', async () => {
    const chosen = (): string => words(part.element.querySelector('[role="radio"][aria-checked="true"]'));
    await part.press('A row');
    expect(chosen()).toBe('A row');
    await answer(false);
    expect(chosen()).toBe('Detect');
  });

  it('show what is used where the refusal comes at once', async () => {
    part.fixture.componentRef.setInput('send', () => Promise.resolve(false));
    await part.type('Encoding', 'utf-16le');
    expect(part.control('Encoding').value).toBe('auto');
  });
});
