import { InjectionToken } from '@angular/core';

/** Leaves the page for another address, or loads it anew, so that nothing of it stays in memory. */
export interface PageLoader {
  open(address: string): void;
  reload(): void;
}

/** The browser's own way to load pages. */
export const PAGE_LOADER = new InjectionToken<PageLoader>('PAGE_LOADER', {
  providedIn: 'root',
  factory: () => ({ open: (address) => location.assign(address), reload: () => location.reload() }),
});
