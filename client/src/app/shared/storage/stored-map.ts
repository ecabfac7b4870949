import { DestroyRef, inject, signal } from '@angular/core';
import type { WritableSignal } from '@angular/core';
import { keysWith, writeItem } from './browser-storage';
import { readStored, writeStored } from './stored-signal';

/**
 * Values that a browser remembers by an id. Each has a key of its own, so that two windows never overwrite each other's
 * with an older list; what another window writes arrives here. Needs an injection context.
 */
export class StoredMap<Value> {
  private readonly prefix: string;
  private readonly known: WritableSignal<ReadonlyMap<string, Value>>;

  constructor(
    name: string,
    private readonly isValid: (value: unknown) => value is Value,
  ) {
    this.prefix = `${name}.`;
    this.takeOld(name);
    this.known = signal(this.stored());
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

  /** Earlier versions kept all values under one key. */
  private takeOld(name: string): void {
    const old = readStored<Readonly<Record<string, unknown>> | null>(name, null, isObject);
    for (const [id, value] of Object.entries(old ?? {})) {
      if (this.isValid(value) && this.read(id).length === 0) writeStored(this.prefix + id, value);
    }
    writeItem(name, null);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
