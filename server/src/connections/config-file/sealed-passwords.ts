import { SECRET_PREFIX } from '#libs/secret-key';
import { readYaml } from './yaml-document.js';

/** An encrypted setting and whose it is. */
export interface SealedPassword {
  readonly id: string;
  readonly name: string;
  readonly sealed: string;
}

/** The encrypted settings of a configuration file, also of one with mistakes; one without an id where it is no YAML. */
export function readSealedPasswords(text: string): SealedPassword[] {
  if (!text.includes(SECRET_PREFIX)) return [];
  const data = plainData(text);
  if (data === null) return [{ id: '', name: 'the configuration file', sealed: SECRET_PREFIX }];
  const list = isRecord(data) && Array.isArray(data.connections) ? (data.connections as unknown[]) : [];
  return list.filter(isRecord).flatMap((entry) => {
    const sealed = Object.values(entry).filter((value) => typeof value === 'string' && value.startsWith(SECRET_PREFIX));
    return sealed.map((value) => ({ id: String(entry.id), name: String(entry.name), sealed: String(value) }));
  });
}

function plainData(text: string): unknown {
  const { document } = readYaml(text);
  if (document.errors.length > 0) return null;
  try {
    return document.toJS();
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
