import { inject, Service, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { NavigationEnd, PRIMARY_OUTLET, Router } from '@angular/router';
import type { Params } from '@angular/router';

/** The parameter that areas share. */
const CONNECTION = 'connection';

/**
 * The addresses that lead to areas. Filters of one area mean something else in another, so only the connection goes along;
 * an area that was left comes back with the parameters that it had.
 */
@Service()
export class AreaAddresses {
  private readonly router = inject(Router);
  private readonly known = signal<Readonly<Record<string, Params>>>({});
  private readonly connection = signal<Params>({});

  constructor() {
    this.note();
    this.router.events.pipe(takeUntilDestroyed()).subscribe((event) => {
      if (event instanceof NavigationEnd) this.note();
    });
  }

  /** The parameters to open an area with; read as a signal. */
  paramsOf(path: string): Params {
    return { ...this.connection(), ...this.known()[path] };
  }

  /** Opens an area as it was left. */
  async open(path: string): Promise<void> {
    await this.router.navigate([path], { queryParams: this.paramsOf(path) });
  }

  private note(): void {
    const { root, queryParams } = this.router.parseUrl(this.router.url);
    const area = `/${root.children[PRIMARY_OUTLET]?.segments[0]?.path ?? ''}`;
    const { [CONNECTION]: connection, ...own } = queryParams;
    this.connection.set(connection === undefined ? {} : { [CONNECTION]: connection as string });
    this.known.update((known) => ({ ...known, [area]: own }));
  }
}
