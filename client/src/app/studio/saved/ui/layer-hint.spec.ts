import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { LayerHint } from './layer-hint';

const HINT = 'Each tile reads all of many.';

describe('LayerHint', () => {
  beforeEach(() => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: providePage() });
  });

  async function shown(hint: string | null, refusal: string | null = null): Promise<string> {
    const fixture = TestBed.createComponent(LayerHint);
    fixture.componentRef.setInput('queryId', 'a b');
    await fixture.whenStable();
    requestTo('GET', '/api/tiles/a%20b/hint').flush({ hint, refusal });
    await settle();
    await fixture.whenStable();
    return (fixture.nativeElement as HTMLElement).textContent.trim();
  }

  it('says what makes a layer slow', async () => expect(await shown(HINT)).toBe(HINT));
  it('says nothing of a layer that is quick', async () => expect(await shown(null)).toBe(''));
  it('says nothing of a query that is no layer', async () => expect(await shown(null, 'It has no geometry.')).toBe(''));
});
