import { ApiProperty } from '@nestjs/swagger';
import { COMMON_SETTINGS } from '../common-settings.js';
import { CONNECTION_KINDS, engineSettings } from '../engines/engines.js';
import type { Setting } from '../engines/settings/setting.js';

type BodyClass = new () => object;

/** The groups by the names of their settings: bodies share them. */
const groups = new Map<string, BodyClass>();

/** Describes the settings of all engines in a body of the API; engines that share a setting share its description. */
export function DescribesSettings(required: readonly string[]): (body: BodyClass) => void {
  return (body) => describeSettings(body, required);
}

function describeSettings(body: BodyClass, required: readonly string[]): void {
  const all = [...COMMON_SETTINGS, ...CONNECTION_KINDS.flatMap(engineSettings)];
  const settings = all.filter(({ isFileOnly }) => isFileOnly !== true);
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  for (const setting of byName.values()) describeSetting(body, setting, required.includes(setting.name));
}

function describeSetting(body: BodyClass, setting: Setting, isRequired: boolean): void {
  const group = setting.type === 'group' ? groupClass(setting) : null;
  ApiProperty({ ...apiOptions(setting, group), required: isRequired })(body.prototype as object, setting.name);
}

/** The body of a group of settings, all of which have to be given. */
function groupClass({ name, members }: Setting): BodyClass {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const className = `${name.charAt(0).toUpperCase()}${name.slice(1)}Dto`;
  const body = { [className]: class extends Object {} }[className] as BodyClass;
  for (const member of members) describeSetting(body, member, true);
  groups.set(name, body);
  return body;
}

function apiOptions(setting: Setting, group: BodyClass | null): object {
  const { type, description, example, default: initial, choices, range, maxLength, isNullable } = setting;
  return {
    ...(type === 'choice' ? { enum: [...choices] } : { type: group ?? apiType(type) }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(initial !== undefined && { default: initial }),
    ...(type === 'integer' && { minimum: range.min, maximum: range.max }),
    ...(['text', 'secret', 'path'].includes(type) && { maxLength }),
    ...(isNullable && { nullable: true }),
    ...(type === 'secret' && { writeOnly: true }),
  };
}

function apiType(type: Setting['type']): typeof String | typeof Number | typeof Boolean {
  if (type === 'integer') return Number;
  return type === 'flag' ? Boolean : String;
}
