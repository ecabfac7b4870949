import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { providePage } from '../../testing/page-set-up';
import { Part } from '../../testing/part';
import { routes } from './explore.routes';

describe('ExplorePage', () => {
  let harness: RouterTestingHarness;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    TestBed.inject(Router).resetConfig([
      { path: 'explore', children: routes },
      { path: '**', children: [] },
    ]);
    harness = await RouterTestingHarness.create();
    await harness.navigateByUrl('/explore');
  });
  afterEach(() => {
    jest.useRealTimers();
    Part.clear();
  });

  function type(text: string): void {
    const field = (harness.fixture.nativeElement as HTMLElement).querySelector<HTMLInputElement>('input[type=search]');
    if (!field) throw new Error('No field');
    field.value = text;
    field.dispatchEvent(new Event('input'));
  }

  it('puts what is typed into the address', async () => {
    jest.useFakeTimers();
    type('orders');
    await jest.advanceTimersByTimeAsync(200);
    expect(TestBed.inject(Router).url).toBe('/explore?q=orders');
  });

  it('does not bring a person back who leaves it right after typing', async () => {
    jest.useFakeTimers();
    type('orders');
    const left = TestBed.inject(Router).navigateByUrl('/jobs');
    await jest.advanceTimersByTimeAsync(0);
    await left;
    await jest.advanceTimersByTimeAsync(200);
    expect(TestBed.inject(Router).url).toBe('/jobs');
  });
});
