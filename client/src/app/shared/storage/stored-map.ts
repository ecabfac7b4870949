import { DestroyRef, effect, inject, signal, untracked } from '@angular/core';
import type { Signal, WritableSignal } from '@angular/core';
import { keysWith, readItem, writeItem } from './browser-storage';
import { readStored, writeStored } from './stored-signal';

/**
 * Values that a browser remembers by an id. Each has a key of its own, so that two windows never overwrite each other's
 * with an older list; what another window writes arrives here. Needs an injection context.
 */
export class StoredMap<Value> {
  private readonly prefix: string;
  private readonly known: WritableSignal<ReadonlyMap<string, Value>>;

  constructor(
    private readonly name: string,
    private readonly isValid: (value: unknown) => value is Value,
  ) {
    this.prefix = `${name}.`;
    this.known = signal(new Map([...this.takeOld(), ...this.stored()]));
    const listener = ({ key }: StorageEvent): void => {
      if (key?.startsWith(this.prefix) === true) this.takeOver(key.slice(this.prefix.length));
    };
    window.addEventListener('storage', listener);
    inject(DestroyRef).onDestroy(() => window.removeEventListener('storage', listener));
  }

  get(id: string): Value | undefined {
    return this.known().get(id);
  }

  set(id: string, value: Value): void {
    this.note(id, value);
    writeStored(this.prefix + id, value);
  }

  delete(id: string): void {
    if (this.known().has(id)) this.note(id, null);
    writeItem(this.prefix + id, null);
    const old = this.old();
    if (old !== null && Object.hasOwn(old, id))
      writeStored(this.name, Object.fromEntries(Object.entries(old).filter(([other]) => other !== id)));
  }

  /** Deletes the value of each id when it comes into the set. Needs an injection context. */
  deleteIn(ids: Signal<ReadonlySet<string>>): void {
    let before: ReadonlySet<string> = new Set();
    effect(() => {
      const [now, known] = [ids(), before];
      before = now;
      untracked(() => now.forEach((id) => known.has(id) || this.delete(id)));
    });
  }

  /** All values, with what another window has written a moment ago. */
  latest(): Value[] {
    return [...new Map([...this.known(), ...this.stored()]).values()];
  }

  private stored(): ReadonlyMap<string, Value> {
    const ids = keysWith(this.prefix).map((key) => key.slice(this.prefix.length));
    return new Map(ids.flatMap((id) => this.read(id).map((value) => [id, value] as const)));
  }

  private read(id: string): Value[] {
    const value = readStored<Value | null>(this.prefix + id, null, this.isValid);
    return value === null ? [] : [value];
  }

  private takeOver(id: string): void {
    this.note(id, this.read(id)[0] ?? null);
  }

  private note(id: string, value: Value | null): void {
    this.known.update((known) => {
      const next = new Map(known);
      if (value === null) next.delete(id);
      else next.set(id, value);
      return next;
    });
  }

  /** What earlier versions kept under one key; still there where the new keys had no room. */
  private old(): Readonly<Record<string, unknown>> | null {
    return readStored<Readonly<Record<string, unknown>> | null>(this.name, null, isObject);
  }

  /** Gives the old values keys of their own and returns them; where there is no room, they stay where they were. */
  private takeOld(): ReadonlyMap<string, Value> {
    const text = readItem(this.name);
    if (text === null) return new Map();
    const values = Object.entries(this.old() ?? {}).flatMap(([id, value]) =>
      this.isValid(value) && this.read(id).length === 0 ? [[id, value] as const] : [],
    );
    // First, since the new keys need its room.
    writeItem(this.name, null);
    if (!values.every(([id, value]) => writeStored(this.prefix + id, value))) {
      for (const [id] of values) writeItem(this.prefix + id, null);
      writeItem(this.name, text);
    }
    return new Map(values);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
