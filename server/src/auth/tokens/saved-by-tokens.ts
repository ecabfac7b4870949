import { Injectable } from '@nestjs/common';
import type { SavedByToken } from '#libs/api';

/** What a feature has that one of these tokens saved last. */
export type SavedByTokensSource = (tokenIds: readonly string[]) => Promise<readonly SavedByToken[]>;

/** Where features register what tokens leave with them, so that a revocation can list it. */
@Injectable()
export class SavedByTokens {
  private readonly sources: SavedByTokensSource[] = [];

  /** Adds a source; called once by the feature that it belongs to, when its module starts. */
  add(source: SavedByTokensSource): void {
    this.sources.push(source);
  }

  /** Everything that one of these tokens saved last, in the order of the sources, then by name. */
  async find(tokenIds: readonly string[]): Promise<SavedByToken[]> {
    const found = await Promise.all(this.sources.map((source) => source(tokenIds)));
    return found.flatMap((items) => items.toSorted((one, other) => one.name.localeCompare(other.name, 'en')));
  }
}
