import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { settle } from '../../../../testing/page-set-up';
import { Part } from '../../../../testing/part';
import { Loaded } from '../../http/loaded';
import { LoadState } from './load-state';

describe('LoadState', () => {
  let answers: (string | Error)[];
  let source: Loaded<string>;
  let part: Part<LoadState>;

  beforeEach(async () => {
    answers = [];
    source = new Loaded(() => {
      const answer = answers.shift();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? '');
    });
    part = await Part.show(LoadState, { source, what: 'users' });
  });
  afterEach(() => Part.clear());

  async function load(answer: string | Error): Promise<void> {
    answers.push(answer);
    await source.load();
    await settle();
  }

  it('stands in until something is read, and leaves the place to it', async () => {
    expect(part.text).toBe('Loading users');
    await load('rows');
    expect(part.text).toBe('');
  });

  it('says why nothing was read, and tries again', async () => {
    await load(new Error('Disk full'));
    expect(part.text).toBe("Couldn't load users Disk full Try again");
    answers.push('rows');
    part.element.querySelector('button')?.focus();
    await part.press('Try again');
    expect([part.text, source.value()]).toEqual(['', 'rows']);
    expect(document.activeElement).toBe(part.element);
  });

  it('says that what is in sight may be out of date, and tries again', async () => {
    await load('rows');
    await load(new Error('Disk full'));
    expect(part.text).toBe('This list may be out of date. Disk full Try again');
    answers.push('newer rows');
    part.element.querySelector('button')?.focus();
    await part.press('Try again');
    expect([part.text, source.value()]).toEqual(['', 'newer rows']);
    expect(document.activeElement).not.toBe(document.body);
    expect(part.element.contains(document.activeElement)).toBe(true);
  });

  it('tries everything in sight again that could not be read', async () => {
    let isBroken = true;
    const others = [1, 2].map(
      () => new Loaded(() => (isBroken ? Promise.reject(new Error('Disk full')) : Promise.resolve('others'))),
    );
    const [other, hidden] = others;
    const beside = await Part.show(LoadState, { source: other, what: 'jobs' });
    for (const one of others) await one.load();
    await load(new Error('Disk full'));
    answers.push('rows');
    isBroken = false;
    await part.press('Try again');
    expect([part.text, beside.text, source.value(), other?.value()]).toEqual(['', '', 'rows', 'others']);
    expect(hidden?.value()).toBeNull();
  });
});
