import { signal } from '@angular/core';
import type { WritableSignal } from '@angular/core';
import { readItem, writeItem } from './browser-storage';

/** A signal that a browser remembers under `key`; what is stored but not valid counts as nothing stored. */
export function storedSignal<T>(key: string, initial: T, isValid: (value: unknown) => value is T): WritableSignal<T> {
  const stored = signal(readStored(key, initial, isValid));
  const write = stored.set.bind(stored);
  stored.set = (value: T): void => {
    write(value);
    writeStored(key, value);
  };
  stored.update = (change: (value: T) => T): void => stored.set(change(stored()));
  return stored;
}

/** Reads a remembered value; the fallback where there is none, or one that is not valid. */
export function readStored<T>(key: string, fallback: T, isValid: (value: unknown) => value is T): T {
  return parseStored(readItem(key), fallback, isValid);
}

/** Reads the text of a remembered value; the fallback where there is none, or one that is not valid. */
export function parseStored<T>(text: string | null, fallback: T, isValid: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isValid(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** Remembers a value; false where the browser has no room, or keeps nothing: it is then forgotten at the next visit. */
export function writeStored(key: string, value: unknown): boolean {
  return writeItem(key, JSON.stringify(value));
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}
