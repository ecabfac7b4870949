import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { TracedChange } from '#libs/catalog';
import { inOrder } from '#libs/impact';
import type { ImpactItem } from '#libs/impact';

/** Changes of one connection's schema, of which it is asked who relies on what they changed. */
export interface ImpactQuestion {
  readonly connectionId: string;
  /** ISO 8601: when the changes were found. */
  readonly foundAt: string;
  readonly changes: readonly TracedChange[];
}

/** Knows one kind of thing that may rely on a schema. Reports nothing that the actor may not see. */
export type ImpactSource = (actor: Actor, question: ImpactQuestion) => Promise<readonly ImpactItem[]>;

/** Where features say what of theirs relies on a schema, so that callers need not know them. */
@Injectable()
export class ImpactSources {
  private readonly sources: ImpactSource[] = [];

  /** Adds a source; called once by the feature that it belongs to, when its module starts. */
  add(source: ImpactSource): void {
    this.sources.push(source);
  }

  /** Everything that `actor` may see and that relies on what the changes changed, by change and kind. */
  async find(actor: Actor, question: ImpactQuestion): Promise<ImpactItem[]> {
    const found = await Promise.all(this.sources.map((source) => source(actor, question)));
    return inOrder(found.flat());
  }
}
