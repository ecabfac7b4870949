import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { LayerHint } from './layer-hint';

const HINT = 'Each tile reads all of many.';

describe('LayerHint', () => {
  beforeEach(() => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: providePage() });
  });

  async function shown(answer: { hint: string | null } | 'no layer'): Promise<string> {
    const fixture = TestBed.createComponent(LayerHint);
    fixture.componentRef.setInput('queryId', 'a b');
    await fixture.whenStable();
    const request = requestTo('GET', '/api/tiles/a%20b/hint');
    if (answer === 'no layer') request.flush(problemDocument('not-a-layer', 'r'), { status: 422, statusText: '' });
    else request.flush(answer);
    await settle();
    await fixture.whenStable();
    return (fixture.nativeElement as HTMLElement).textContent.trim();
  }

  it('says what makes a layer slow', async () => expect(await shown({ hint: HINT })).toBe(HINT));
  it('says nothing of a layer that is quick', async () => expect(await shown({ hint: null })).toBe(''));
  it('says nothing of a query that is no layer', async () => expect(await shown('no layer')).toBe(''));
});
