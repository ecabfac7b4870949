import { z } from 'zod';
import type { ConnectionInput } from '#libs/api';
import { MAX_PROBLEM_ERRORS } from '#libs/problem';
import type { FieldError } from '#libs/problem';
import { Problem } from '../../platform/index.js';
import type { UnreadBody } from '../../platform/index.js';
import { COMMON_SETTINGS, commonSchema } from '../common-settings.js';
import { CONNECTION_KINDS, engineOf, engineSettings } from '../engines/engines.js';
import { findMistakes, withChecks } from '../engines/settings/find-mistakes.js';
import type { SettingMistake } from '../engines/settings/find-mistakes.js';
import { requestSchema } from '../engines/settings/request-schema.js';

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

function checked(body: UnreadBody<ConnectionInput>, values: unknown): ConnectionInput {
  if (!isObject(values)) throw invalid([{ pointer: '', detail: 'the body must be an object' }]);
  const mistakes = mistakesOf(values);
  if (mistakes.length > 0) throw invalid(mistakes.slice(0, MAX_PROBLEM_ERRORS).map(fieldError));
  return body as unknown as ConnectionInput;
}

/** Without a known kind, the settings of engines cannot be checked. */
function mistakesOf(values: Readonly<Record<string, unknown>>): SettingMistake[] {
  const kind = typeof values.kind === 'string' ? values.kind : '';
  const schema = SCHEMAS.get(kind);
  const settings = [...COMMON_SETTINGS, ...engineSettings(kind)];
  const isOwn = (name: string) => settings.some((setting) => setting.name === name);
  const isForeign = (name: string) => !isOwn(name) && kindsThatTake(name).length > 0;
  // What is left out of a form may arrive as null.
  const isLeftOut = ([name, value]: [string, unknown]) => isForeign(name) && (value === null || schema === undefined);
  const given = Object.fromEntries(Object.entries(values).filter((entry) => !isLeftOut(entry)));
  const found = findMistakes(schema ?? COMMON, settings, given);
  return schema === undefined ? found : withChecks(found, engineOf(kind).check?.(values) ?? [], settings);
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
