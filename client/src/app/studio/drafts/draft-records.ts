import { inject, Service } from '@angular/core';
import type { AgreedDraft } from '#libs/drafts';
import { Identity } from '../../shared/identity/identity';
import { newId } from '../../shared/ids/new-id';
import { KeptItems } from '../../shared/storage/kept-items';
import { isString, parseStored, readStored, writeStored } from '../../shared/storage/stored-signal';

const KEY = 'dw.studio.draft.';
const WRITER_KEY = 'dw.studio.writer';

/** What this browser and the server last agreed on about one tab. */
export interface DraftRecord extends AgreedDraft {
  readonly cursor: number;
  /** Number, last run and staged edits as one comparable text; absent in records of an earlier version. */
  readonly run?: string;
  /** Closed here, and the server does not know it yet. */
  readonly isClosed?: true;
}

/** What the server is known to have of each tab; shared by the windows of a browser, as the tabs are. */
@Service()
export class DraftRecords {
  private readonly key = inject(Identity).personalKey(KEY);
  private readonly items = new KeptItems();
  /** Keeps the work going where the storage is emptied. */
  private readonly inMemory = new Map<string, DraftRecord>();
  /** The opaque name that this browser signs its writes with. */
  readonly writer = readOrMakeWriter();

  /** What was agreed on about a tab, or null. */
  read(id: string): DraftRecord | null {
    return parseStored<DraftRecord | null>(this.items.read(this.key + id), this.inMemory.get(id) ?? null, isRecord);
  }

  /** Notes what was agreed on about a tab. */
  write(id: string, record: DraftRecord): void {
    this.inMemory.set(id, record);
    this.items.write(this.key + id, JSON.stringify(record));
  }

  /** The tab that another window has agreed on with the server by an event of the storage; else null. */
  agreedBy({ key, newValue }: StorageEvent): string | null {
    return key?.startsWith(this.key) === true && newValue !== null ? key.slice(this.key.length) : null;
  }

  /** Forgets a tab. */
  remove(id: string): void {
    this.inMemory.delete(id);
    this.items.write(this.key + id, null);
  }

  /** The tabs that were closed here while the server was away. */
  closedIds(): string[] {
    const kept = this.items.keysWith(this.key).map((key) => key.slice(this.key.length));
    const ids = new Set([...this.inMemory.keys(), ...kept]);
    return [...ids].filter((id) => this.read(id)?.isClosed);
  }
}

function isRecord(value: unknown): value is DraftRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { version, mark, labels, cursor } = value as Partial<Record<keyof DraftRecord, unknown>>;
  return typeof version === 'number' && isString(mark) && isString(labels) && typeof cursor === 'number';
}

function readOrMakeWriter(): string {
  const known = readStored(WRITER_KEY, '', isString);
  if (known !== '') return known;
  const made = newId();
  writeStored(WRITER_KEY, made);
  return made;
}
