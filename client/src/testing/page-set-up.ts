import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import type { EnvironmentProviders, Provider } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { TestRequest } from '@angular/common/http/testing';
import { provideRouter } from '@angular/router';
import { EVENT_SOURCE_FACTORY } from '../app/shared/http/event-source-factory';
import { FakeEventSource } from './fake-event-source';

/** A page with its router, a server that the test plays, and a live stream that the test feeds. */
export function providePage(): (Provider | EnvironmentProviders)[] {
  localStorage.clear();
  FakeEventSource.opened = [];
  return [
    provideHttpClient(),
    provideHttpClientTesting(),
    provideRouter([{ path: '**', children: [] }]),
    { provide: EVENT_SOURCE_FACTORY, useValue: FakeEventSource.open },
  ];
}

/** The one request to that address that waits for an answer. */
export function requestTo(method: string, url: string): TestRequest {
  return TestBed.inject(HttpTestingController).expectOne((request) => request.method === method && request.url === url);
}

/** Every request that waits, answered; those asked for twice get the same answer. */
export function answerAll(method: string, url: string, body: object): number {
  const requests = TestBed.inject(HttpTestingController).match(
    (request) => request.method === method && request.url === url,
  );
  for (const request of requests) if (!request.cancelled) request.flush(body);
  return requests.length;
}

/** Lets promises and the page settle. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  TestBed.tick();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
}
