import { z } from 'zod';
import type { ConnectionInput, ConnectionUpdate } from '#libs/api';
import { MAX_PROBLEM_ERRORS } from '#libs/problem';
import type { FieldError } from '#libs/problem';
import { Problem } from '../../platform/index.js';
import type { UnreadBody } from '../../platform/index.js';
import { COMMON_SETTINGS, commonSchema } from '../common-settings.js';
import { CONNECTION_KINDS, engineOf, engineSettings } from '../engines/engines.js';
import { findMistakes, withChecks } from '../engines/settings/find-mistakes.js';
import type { SettingMistake } from '../engines/settings/find-mistakes.js';
import { requestSchema } from '../engines/settings/request-schema.js';
import type { SettingValues } from '../engines/settings/setting.js';

const COMMON = requestSchema(commonSchema);
const SCHEMAS = new Map(CONNECTION_KINDS.map((kind) => [kind, schemaOf(kind)]));

/** Reads a connection from a body. Throws `validation-failed` with the first mistakes. */
export function readInput(body: UnreadBody<ConnectionInput>): ConnectionInput {
  return checked(body, body);
}

/** The same for one that is only tried, which needs no name. */
export function readTestInput(body: UnreadBody<ConnectionInput>): ConnectionInput {
  return checked(body, isObject(body) ? { ...body, name: isBlank(body.name) ? 'new' : body.name } : body);
}

/**
 * Reads a change of a connection, of which only the kind is required. Whether the connection is complete with it is for
 * `requireComplete` to say.
 */
export function readUpdate(body: UnreadBody<ConnectionUpdate>): ConnectionUpdate {
  const values: unknown = body;
  if (!isObject(values)) throw notAnObject();
  const isLeftOut = ({ path: [name = '', ...inner] }: SettingMistake) =>
    inner.length === 0 && name !== 'kind' && values[name] === undefined;
  refuse(schemaMistakes(values).filter((mistake) => !isLeftOut(mistake)));
  return body as unknown as ConnectionUpdate;
}

/** Throws `validation-failed` where a connection with these settings lacks one that its others require. */
export function requireComplete(kind: string, values: SettingValues): void {
  refuse(withChecks([], engineOf(kind).check?.(values) ?? [], engineSettings(kind)));
}

function checked(body: UnreadBody<ConnectionInput>, values: unknown): ConnectionInput {
  if (!isObject(values)) throw notAnObject();
  const found = schemaMistakes(values);
  const { kind } = values;
  const isKnown = typeof kind === 'string' && SCHEMAS.has(kind);
  refuse(isKnown ? withChecks(found, engineOf(kind).check?.(values) ?? [], engineSettings(kind)) : found);
  return body as unknown as ConnectionInput;
}

function notAnObject(): Problem {
  return invalid([{ pointer: '', detail: 'the body must be an object' }]);
}

function refuse(mistakes: readonly SettingMistake[]): void {
  if (mistakes.length > 0) throw invalid(mistakes.slice(0, MAX_PROBLEM_ERRORS).map(fieldError));
}

/** Without a known kind, the settings of engines cannot be checked. */
function schemaMistakes(values: Readonly<Record<string, unknown>>): SettingMistake[] {
  const kind = typeof values.kind === 'string' ? values.kind : '';
  const schema = SCHEMAS.get(kind);
  const settings = [...COMMON_SETTINGS, ...engineSettings(kind)];
  const isOwn = (name: string) => settings.some((setting) => setting.name === name);
  const isForeign = (name: string) => !isOwn(name) && kindsThatTake(name).length > 0;
  // What is left out of a form may arrive as null.
  const isLeftOut = ([name, value]: [string, unknown]) => isForeign(name) && (value === null || schema === undefined);
  const given = Object.fromEntries(Object.entries(values).filter((entry) => !isLeftOut(entry)));
  return findMistakes(schema ?? COMMON, settings, given);
}

function schemaOf(kind: string): z.ZodObject {
  const fileOnly = engineSettings(kind).filter(({ isFileOnly }) => isFileOnly === true);
  const own = requestSchema(
    engineOf(kind).settings,
    fileOnly.map(({ name }) => name),
  );
  return z.strictObject({ ...COMMON.shape, ...own.shape });
}

function fieldError({ path, text }: SettingMistake): FieldError {
  const pointer = path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const name = path.at(-1) ?? 'the body';
  return { pointer, detail: text === null ? unknownText(name) : `${name} ${text}` };
}

function unknownText(name: string): string {
  const kinds = kindsThatTake(name);
  if (kinds.length === 0) return `property ${name} should not exist`;
  return `${name} is a setting of ${kinds.join(' and ')} connections`;
}

/** The kinds whose requests have a setting. */
function kindsThatTake(name: string): string[] {
  const isTaken = (kind: string) =>
    engineSettings(kind).some((setting) => setting.name === name && setting.isFileOnly !== true);
  return CONNECTION_KINDS.filter(isTaken);
}

function invalid(errors: readonly FieldError[]): Problem {
  return new Problem('validation-failed', undefined, { errors: [...errors] });
}

function isBlank(name: unknown): boolean {
  return (name ?? '') === '' || (typeof name === 'string' && name.trim() === '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
