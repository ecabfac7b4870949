import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { ConnectionInput } from '#libs/api';
import { ENGINES, kindsWith } from '../engines/engines.js';
import type { Setting } from '../engines/settings/setting.js';
import { IsPrintable, OnlyFor } from './connection-validators.js';

type BodyClass = new () => object;

/** Describes and checks the settings of all engines in a body; engines that share a setting share its rules. */
export function decorateSettings(body: BodyClass): void {
  const settings = ENGINES.flatMap((engine) => engine.settings);
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  for (const setting of byName.values()) {
    const kinds = kindsWith(setting.name);
    const own = (input: ConnectionInput) => kinds.includes(input.kind);
    // A required setting is checked for its own kinds; for another kind only where it was sent at all.
    const isChecked = (input: ConnectionInput, value: unknown) => own(input) || (value ?? null) !== null;
    const presence = setting.isRequired ? ValidateIf(isChecked) : IsOptional();
    decorate(body, setting, [presence, OnlyFor(kinds)]);
  }
}

/** Applies decorators in the order in which they would stand above the property. */
function decorate(body: BodyClass, setting: Setting, first: readonly PropertyDecorator[]): void {
  const group = setting.type === 'group' ? groupClass(setting) : null;
  const described = ApiProperty({ ...apiOptions(setting, group), required: first.length === 0 });
  const all = [described, ...first, ...(group === null ? rulesOf(setting) : groupRules(group))];
  for (const one of all.toReversed()) one(body.prototype as object, setting.name);
}

/** The body of a group of settings, all of which have to be given. */
function groupClass({ name, members }: Setting): BodyClass {
  const className = `${name.charAt(0).toUpperCase()}${name.slice(1)}Dto`;
  const body = { [className]: class extends Object {} }[className] as BodyClass;
  for (const member of members) decorate(body, member, []);
  return body;
}

function groupRules(group: BodyClass): PropertyDecorator[] {
  return [IsObject(), ValidateNested(), Type(() => group)];
}

function rulesOf(setting: Setting): PropertyDecorator[] {
  const { type, range, choices, maxLength, isRequired } = setting;
  if (type === 'integer') return [IsInt(), Min(range.min), Max(range.max)];
  if (type === 'choice') return [IsIn(choices)];
  if (type === 'flag') return [IsBoolean()];
  if (type === 'secret') return [IsString(), MaxLength(maxLength), ...patternRules(setting)];
  return [MaxLength(maxLength), IsPrintable(), ...(isRequired ? [IsNotEmpty()] : []), ...patternRules(setting)];
}

function patternRules({ name, pattern, mismatch }: Setting): PropertyDecorator[] {
  return pattern === null ? [] : [Matches(pattern, { message: `${name} ${mismatch ?? 'has a wrong format'}` })];
}

function apiOptions(setting: Setting, group: BodyClass | null): object {
  const { type, description, example, default: initial, choices, range, isNullable } = setting;
  return {
    ...(type === 'choice' ? { enum: [...choices] } : { type: group ?? apiType(type) }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(initial !== undefined && { default: initial }),
    ...(type === 'integer' && { minimum: range.min, maximum: range.max }),
    ...(isNullable && { nullable: true }),
    ...(type === 'secret' && { writeOnly: true }),
  };
}

function apiType(type: Setting['type']): typeof String | typeof Number | typeof Boolean {
  if (type === 'integer') return Number;
  return type === 'flag' ? Boolean : String;
}
