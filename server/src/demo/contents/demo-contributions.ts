import { Injectable } from '@nestjs/common';
import type { DemoContribution } from './demo-contribution.js';

/** What the modules of the workbench add to the demo. */
@Injectable()
export class DemoContributions {
  private readonly byPart = new Map<string, DemoContribution>();

  /** Takes a contribution; called while modules are initialised. */
  register(contribution: DemoContribution): void {
    const { part } = contribution;
    if (this.byPart.has(part)) throw new Error(`There are two contributions to the demo called ${part}.`);
    this.byPart.set(part, contribution);
  }

  /** All contributions, in the order in which they make their things. */
  all(): DemoContribution[] {
    return [...this.byPart.values()].sort((one, other) => one.order - other.order);
  }

  find(part: string): DemoContribution | null {
    return this.byPart.get(part) ?? null;
  }
}
