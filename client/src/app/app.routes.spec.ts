import { expect, it } from '@jest/globals';
import type { Routes } from '@angular/router';
import { PAGES } from '#libs/pages';
import { routes } from './app.routes';

/** First segments of the paths of all routes; the catch-all and redirects have none. */
function firstSegments(of: Routes): string[] {
  return of.flatMap(({ path = '', children = [] }) =>
    path === '' ? firstSegments(children) : path === '**' ? [] : [path.split('/')[0] ?? ''],
  );
}

it('has the pages that the server answers with the application', () => {
  expect(firstSegments(routes).sort()).toEqual([...PAGES].sort());
});
