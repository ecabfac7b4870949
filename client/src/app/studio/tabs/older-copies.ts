import { inject, Service } from '@angular/core';
import { hasMark, textMark } from '#libs/drafts';
import type { AgreedDraft } from '#libs/drafts';
import { Identity } from '../../shared/identity/identity';
import { readItem, writeItem } from '../../shared/storage/browser-storage';
import type { StudioTab } from './studio-tab';

const KEY = 'dw.studio.older.';

type TabText = Pick<StudioTab, 'id' | 'sql'>;
type Agreed = Pick<AgreedDraft, 'version' | 'mark'>;

/**
 * Tabs whose copy in the browser is older than what the server was sent, since the browser had no room for it. Such a
 * copy is no change of the server's text, and neither is a text that another window of the browser has replaced since.
 */
@Service()
export class OlderCopies {
  private readonly key = inject(Identity).personalKey(KEY);
  /** The mark of such a copy, by the tabs whose text this window has from it. */
  private readonly read = new Map<string, string>();
  /** What this window and the server last agreed on of texts that other windows cannot read from the browser. */
  private readonly agreed = new Map<string, Agreed>();
  /** The texts that this window has last kept in the browser or read there, by tab. */
  private readonly kept = new Map<string, string>();

  /**
   * Notes that the browser's copy of a tab is older than a version of the server. The note has the mark of that copy, and
   * differs for each version, so that other windows get an event. A full storage may have room for the window.
   */
  note(id: string, version: number): void {
    const mark = this.noteOf(id)?.mark ?? textMark(this.kept.get(id) ?? '');
    const value = `${mark} ${version}`;
    if (!writeItem(this.key + id, value)) writeItem(this.key + id, value, 'session');
  }

  /** This window and the server agree on a tab; null where other windows have its text from the browser. */
  agree(id: string, agreed: Agreed | null): void {
    if (agreed) this.agreed.set(id, { version: agreed.version, mark: agreed.mark });
    else this.agreed.delete(id);
  }

  /** The browser has kept a tab as it is now: its note goes, unless what it was made from is an older text. */
  noteKept({ id, sql }: TabText): void {
    this.kept.set(id, sql);
    const note = this.noteOf(id);
    const agreed = this.agreed.get(id);
    if (note && !this.read.has(id) && !(agreed && agreed.version < note.version)) this.removeNote(id);
    if (agreed && hasMark(sql, agreed.mark)) this.agreed.delete(id);
  }

  /** The window shows a tab as the browser has it. */
  noteRead({ id, sql }: TabText): void {
    this.kept.set(id, sql);
    this.settle(id);
    this.noteOlder(id);
  }

  /** Whether the text of a tab is another one than this window has last kept or read. */
  isTyped({ id, sql }: TabText): boolean {
    return sql !== (this.kept.get(id) ?? '');
  }

  /** Whether another window has kept a text of a tab that this window has not seen; it counts as seen from now on. */
  isNews({ id, sql }: TabText): boolean {
    const known = this.kept.get(id) ?? '';
    this.kept.set(id, sql);
    return sql !== known;
  }

  /** Another window has noted a tab, whose text here is the copy in the browser unless this window agreed on it. */
  noteOlder(id: string): void {
    const note = this.noteOf(id);
    if (note && !this.read.has(id) && !this.agreed.has(id)) this.read.set(id, note.mark);
  }

  /** The text of a tab is that of the server. */
  noteSame(id: string): void {
    this.read.delete(id);
  }

  /** The window has the text of both sides, or one that a person chose. */
  settle(id: string): void {
    this.read.delete(id);
    this.agreed.delete(id);
  }

  /** The tab is closed. */
  forget(id: string): void {
    this.settle(id);
    this.kept.delete(id);
    this.removeNote(id);
  }

  /**
   * Whether the text of a tab is older than what the browser's windows and the server agreed on last, and whether it was
   * changed since it was read; else null.
   */
  of({ id, sql }: TabText, record: Agreed | null): 'unchanged' | 'changed' | null {
    const base = this.baseOf(id, record);
    if (base === null) return null;
    return hasMark(sql, base) ? 'unchanged' : 'changed';
  }

  /** The tab whose older copy another window has noted by an event of the storage; else null. */
  notedBy({ key, newValue }: StorageEvent): string | null {
    return key?.startsWith(this.key) === true && newValue !== null ? key.slice(this.key.length) : null;
  }

  /** The mark of the older text that a tab was made from; null where it was made from the latest. */
  private baseOf(id: string, record: Agreed | null): string | null {
    const read = this.read.get(id);
    if (read !== undefined) return read;
    const agreed = this.agreed.get(id);
    const isBehind = agreed && record && agreed.version !== record.version && agreed.mark !== record.mark;
    return isBehind ? agreed.mark : null;
  }

  /** A note of an earlier version has no mark: no text is taken for that of its copy. */
  private noteOf(id: string): Agreed | null {
    const value = readItem(this.key + id) ?? readItem(this.key + id, 'session');
    if (value === null) return null;
    const [mark = '', version] = value.split(' ');
    return { mark, version: Number(version) || 0 };
  }

  private removeNote(id: string): void {
    writeItem(this.key + id, null);
    writeItem(this.key + id, null, 'session');
  }
}
