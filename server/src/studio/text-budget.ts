import { Inject, Injectable } from '@nestjs/common';
import { keptTextProblem } from '#libs/fair-share';
import type { KeptTextKind, TextAmount } from '#libs/fair-share';
import { Problem, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';

/** How much text a person may keep. */
@Injectable()
export class TextBudget {
  constructor(@Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig) {}

  /** Bytes of one kind of text. */
  get mostBytes(): number {
    return this.config.personTextsMaxBytes;
  }

  /** Throws `person-limit` where `added` has no room beside what a person keeps. */
  require(kind: KeptTextKind, kept: TextAmount, added: TextAmount): void {
    const problem = keptTextProblem(kind, kept, added, this.mostBytes);
    if (problem !== null) throw new Problem('person-limit', problem);
  }
}
