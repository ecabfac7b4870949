import { hash } from 'node:crypto';
import type { ChangeItem } from '#libs/api';
import { editedRow } from '#libs/changes';

/** Of the digest of a row: 96 bits, so that no two rows of a change set share one. */
const DIGEST_BYTES = 12;
/** So many letters of base64 hold them. */
const DIGEST_LETTERS = 16;

/** The rows that the items of a change set edit, by digests of their `editedRow`. */
export class EditedRows {
  /** The beginnings of all digests as small numbers, which are looked up much faster than texts. */
  private readonly beginnings = new Set<number>();
  private whole: Set<string> | null = null;

  /** `parts` are texts as `digestsOf` writes them. */
  constructor(private readonly parts: readonly string[]) {
    for (const part of parts) {
      const bytes = Buffer.from(part, 'base64url');
      for (let start = 0; start < bytes.length; start += DIGEST_BYTES)
        this.beginnings.add(bytes.readUInt32BE(start) >>> 2);
    }
  }

  /** In how many parts their items came. */
  get partCount(): number {
    return this.parts.length;
  }

  /** How many rows there are. */
  get count(): number {
    return this.parts.reduce((count, part) => count + part.length / DIGEST_LETTERS, 0);
  }

  /** Whether an item edits a row, by its `editedRow`. */
  has(row: string): boolean {
    const digest = digestOf(row);
    if (!this.beginnings.has(Buffer.from(digest, 'base64url').readUInt32BE(0) >>> 2)) return false;
    this.whole ??= new Set(this.parts.flatMap(digestsIn));
    return this.whole.has(digest);
  }
}

/** The digests of the rows that items edit, one behind the other. */
export function digestsOf(items: readonly ChangeItem[]): string {
  return items.map((item) => digestOf(editedRow(item))).join('');
}

function digestsIn(part: string): string[] {
  return Array.from({ length: part.length / DIGEST_LETTERS }, (_, index) =>
    part.slice(index * DIGEST_LETTERS, (index + 1) * DIGEST_LETTERS),
  );
}

/** Empty for what edits no row. */
function digestOf(row: string | null): string {
  return row === null ? '' : hash('sha256', row, 'base64url').slice(0, DIGEST_LETTERS);
}
