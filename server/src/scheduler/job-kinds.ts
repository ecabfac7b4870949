import { Injectable } from '@nestjs/common';
import type { JobKindName } from '#libs/api';
import { Problem } from '../platform/index.js';
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
    return [...this.byName.values()].sort((one, other) => one.order - other.order);
  }

  /** Throws `validation-failed` where no kind has the name that a list is to be filtered by. */
  requireKnown(name: JobKindName): void {
    if (this.byName.has(name)) return;
    const known = this.all().map((kind) => kind.name);
    const detail = `kind must be one of the following values: ${known.join(', ')}`;
    throw new Problem('validation-failed', undefined, { errors: [{ pointer: '/kind', detail }] });
  }

  find(name: string): JobKind | null {
    return this.byName.get(name) ?? null;
  }
}
