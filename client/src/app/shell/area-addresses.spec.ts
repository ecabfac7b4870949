import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { beforeEach, expect, it } from '@jest/globals';
import { providePage } from '../../testing/page-set-up';
import { AreaAddresses } from './area-addresses';

let router: Router;
let addresses: AreaAddresses;

beforeEach(() => {
  TestBed.configureTestingModule({ providers: providePage() });
  [router, addresses] = [TestBed.inject(Router), TestBed.inject(AreaAddresses)];
});

it('takes the connection along, and no filters that mean something else there', async () => {
  await router.navigateByUrl('/explore?connection=shop&q=orders&on=shop');
  await addresses.open('/jobs');
  expect(router.url).toBe('/jobs?connection=shop');
});

it('opens an area with the filters that it was left with, on the connection of now', async () => {
  await router.navigateByUrl('/jobs?connection=shop&q=refunds&status=failing');
  await addresses.open('/changes');
  await router.navigateByUrl('/changes/c1?connection=lake&status=draft');
  await addresses.open('/jobs');
  expect(router.url).toBe('/jobs?connection=lake&q=refunds&status=failing');
  await addresses.open('/changes');
  expect(router.url).toBe('/changes?connection=lake&status=draft');
});

it('opens an area without filters that were cleared there', async () => {
  await router.navigateByUrl('/jobs?q=refunds');
  await router.navigateByUrl('/jobs');
  await addresses.open('/changes');
  expect(addresses.paramsOf('/jobs')).toEqual({});
});
