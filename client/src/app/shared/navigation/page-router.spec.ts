import { createEnvironmentInjector, EnvironmentInjector, runInInjectionContext } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { describe, expect, it, jest } from '@jest/globals';
import { PageRouter } from './page-router';

describe('PageRouter', () => {
  it('leads nowhere once its page was left', async () => {
    const navigate = jest.fn(() => Promise.resolve(true));
    TestBed.configureTestingModule({ providers: [{ provide: Router, useValue: { navigate } }] });
    const page = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const router = runInInjectionContext(page, () => new PageRouter());
    expect(await router.navigate(['/jobs'], { replaceUrl: true })).toBe(true);
    page.destroy();
    expect(await router.navigate(['/jobs'])).toBe(false);
    expect(navigate.mock.calls).toEqual([[['/jobs'], { replaceUrl: true }]]);
  });
});
