/** An object out of a JSON document of unknown origin. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object, and not a list or null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads whatever stands under a key. */
export function anyField(object: JsonObject, key: string): unknown {
  return object[key];
}

/** Reads a number that is finite and not negative; null for everything else, so that no arithmetic meets a NaN. */
export function numberField(object: JsonObject, key: string): number | null {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Reads a text; null for everything else. */
export function textField(object: JsonObject, key: string): string | null {
  const value = object[key];
  return typeof value === 'string' ? value : null;
}

/** Reads the objects of a list; anything else in the list, or no list at all, counts as nothing. */
export function objectsField(object: JsonObject, key: string): JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Reads a text, or a list of texts joined by commas; null for everything else. */
export function joinedField(object: JsonObject, key: string): string | null {
  const value: unknown = object[key];
  if (!Array.isArray(value)) return textField(object, key);
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length > 0 ? texts.join(', ') : null;
}
