import { Injectable } from '@nestjs/common';
import type { JobKindName } from '#libs/api';
import type { JobKind } from './job-kind.js';

/** The kinds of jobs that the modules of the workbench bring. */
@Injectable()
export class JobKinds {
  private readonly byName = new Map<JobKindName, JobKind>();

  /** Takes a kind; called while modules are initialised. */
  register<S extends object>(kind: JobKind<S>): void {
    if (this.byName.has(kind.name)) throw new Error(`There are two kinds of jobs called ${kind.name}.`);
    this.byName.set(kind.name, kind);
  }

  find(name: string): JobKind | null {
    return this.byName.get(name as JobKindName) ?? null;
  }
}
