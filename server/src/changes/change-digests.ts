import { createHash, hash } from 'node:crypto';
import type { ChangeItem } from '#libs/api';
import { effectPieces, emptyHash, hashChain } from '#libs/changes';
import type { ChangeEffect } from '#libs/changes';
import { yieldIfSpent } from '../platform/index.js';

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The hash of a change set with these items. Large ones leave others the event loop. */
export function changeHash(connectionId: string, items: readonly ChangeItem[]): Promise<string> {
  return extendedHash(emptyHash(connectionId, sha256), items);
}

/** The hash of a change set to which items are added, from the one that it has. */
export async function extendedHash(former: string, items: readonly ChangeItem[]): Promise<string> {
  let extended = former;
  for (const longer of hashChain(former, items, sha256)) {
    extended = longer;
    await yieldIfSpent();
  }
  return extended;
}

/** The hash over what a change set did, see `effectPieces`. */
export async function effectHash(
  changed: string,
  effect: ChangeEffect,
  varying: ReadonlyMap<number, readonly string[]>,
): Promise<string> {
  const sum = createHash('sha256');
  for (const piece of effectPieces(changed, effect, varying)) {
    sum.update(piece);
    await yieldIfSpent();
  }
  return sum.digest('hex');
}
