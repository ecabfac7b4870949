import { inject, Service } from '@angular/core';
import { Router } from '@angular/router';

/** Where the rows of a file are to go, as far as it is known. */
export interface ImportTarget {
  readonly connectionId: string | null;
  readonly schema: string | null;
  /** Null for a new table. */
  readonly table: string | null;
}

/** Opens the page that imports a file, from anywhere: a dropped file goes with it, its target is in the address. */
@Service()
export class ImportOpener {
  private readonly router = inject(Router);
  private file: File | null = null;

  /** Shows the page; without a file, it asks for one. */
  async open({ connectionId, schema, table }: ImportTarget, file: File | null = null): Promise<void> {
    this.file = file;
    const queryParams = { connection: connectionId, schema, table };
    await this.router.navigate(['/imports'], { queryParams });
  }

  /** The file that was dropped, once. */
  take(): File | null {
    const { file } = this;
    this.file = null;
    return file;
  }
}
