import { z } from 'zod';
import type { FieldCondition, FormField } from '#libs/forms';

/** What a schema says about a setting beyond its type, for people and for the API's description. */
export interface SettingMeta {
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  /** For the API's description. */
  readonly description?: string;
  readonly example?: string;
  /** Never shown again, and encrypted in the configuration file. */
  readonly isSecret?: boolean;
  /** A secret that is sent to the server, and so to no other one than it was given for. */
  readonly isSent?: boolean;
  /** Decides where the connection leads or whom it trusts: administrators alone change it. */
  readonly isPlace?: boolean;
  /** A path on the server. */
  readonly isPath?: boolean;
  /** Not part of the form: set over HTTP or in the configuration file. */
  readonly isHidden?: boolean;
  /** Set in the configuration file alone. */
  readonly isFileOnly?: boolean;
  /** A text of the configuration file without variables: `${NAME}` is what it says. */
  readonly isLiteral?: boolean;
  /** The error of a form where the setting is required and empty. */
  readonly missing?: string;
  /** The names of its choices. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The heading that its field stands under, folded away at first. */
  readonly section?: string;
  /** Holds where its field is shown. */
  readonly shown_if?: FieldCondition;
  readonly width?: FormField['width'];
  /** Lines of its text area. */
  readonly rows?: number;
  /** The form asks for it, although it may be left out of requests. */
  readonly isNeeded?: boolean;
  /** What each entry of a map is about, with an article: `a file`. */
  readonly entry?: string;
}

/** A setting of an engine, as its schema describes it. Lengths in characters. */
export interface Setting extends SettingMeta {
  readonly name: string;
  readonly type: 'text' | 'secret' | 'path' | 'integer' | 'choice' | 'flag' | 'group' | 'map';
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** Undefined where there is none. */
  readonly default: unknown;
  readonly maxLength: number;
  readonly range: { readonly min: number; readonly max: number };
  readonly choices: readonly string[];
  readonly pattern: RegExp | null;
  /** The settings of a group, or of each entry of a map. */
  readonly members: readonly Setting[];
}

/** Values by the names of their settings. */
export type SettingValues = Readonly<Record<string, unknown>>;

interface JsonSetting extends SettingMeta {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSetting[];
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSetting>>;
  readonly required?: readonly string[];
  readonly propertyNames?: unknown;
  readonly additionalProperties?: unknown;
}

/** Reads the settings of a schema, in its order. */
export function settingsOf(schema: z.ZodObject): readonly Setting[] {
  return membersOf(z.toJSONSchema(schema, { io: 'input' }) as unknown as JsonSetting);
}

function membersOf({ properties = {}, required = [] }: JsonSetting): readonly Setting[] {
  return Object.entries(properties).map(([name, json]) => settingOf(name, json, required.includes(name)));
}

function settingOf(name: string, json: JsonSetting, isRequired: boolean): Setting {
  const { anyOf, type, ...meta } = json;
  const value = { ...anyOf?.find((one) => one.type !== 'null'), ...meta };
  const { pattern, maxLength = 500, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = value;
  const isNullable = anyOf !== undefined || typesOf(type).includes('null');
  return {
    ...meta,
    name,
    type: typeOf({ ...value, ...(anyOf === undefined && type !== undefined && { type }) }),
    isRequired,
    isNullable,
    default: json.default,
    maxLength,
    range: { min: minimum, max: maximum },
    choices: value.enum ?? [],
    pattern: pattern === undefined ? null : new RegExp(pattern),
    members: membersOf(isMap(value) ? (value.additionalProperties as JsonSetting) : value),
  };
}

function typeOf({ type, enum: choices, isSecret, isPath, ...more }: JsonSetting): Setting['type'] {
  if (isMap(more)) return 'map';
  if (more.properties !== undefined) return 'group';
  if (choices !== undefined) return 'choice';
  if (type === 'integer') return 'integer';
  if (typesOf(type).includes('boolean')) return 'flag';
  if (isSecret === true) return 'secret';
  return isPath === true ? 'path' : 'text';
}

function isMap({ propertyNames }: Pick<JsonSetting, 'propertyNames'>): boolean {
  return propertyNames !== undefined;
}

function typesOf(type: JsonSetting['type']): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

/** The values of settings with defaults in place of what is not given; null where there is no default. */
export function withDefaults(settings: readonly Setting[], given: SettingValues): SettingValues {
  return Object.fromEntries(settings.map((setting) => [setting.name, valueOf(setting, given[setting.name])]));
}

function valueOf({ type, members, default: otherwise }: Setting, given: unknown): unknown {
  if (type !== 'group') return given ?? otherwise ?? null;
  return withDefaults(members, { ...(typeof given === 'object' ? given : null) });
}
