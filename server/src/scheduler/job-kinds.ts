import { Injectable } from '@nestjs/common';
import { JOB_KINDS } from '#libs/api';
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

  /** All kinds, in the order of the interface. */
  all(): JobKind[] {
    const place = (kind: JobKind) => JOB_KINDS.indexOf(kind.name);
    return [...this.byName.values()].sort((one, other) => place(one) - place(other));
  }

  find(name: string): JobKind | null {
    return this.byName.get(name as JobKindName) ?? null;
  }
}
