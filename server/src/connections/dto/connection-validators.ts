import { ValidateBy, buildMessage } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import type { ConnectionKind } from '#libs/api';
import { isPrintableText, isReservedId } from '../connection-rules.js';

/** The value is text without control characters and without halves of surrogate pairs. */
export function IsPrintable(): PropertyDecorator {
  return ValidateBy({
    name: 'isPrintable',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isPrintableText(value),
      defaultMessage: buildMessage((prefix) => `${prefix}$property must be text without control characters`),
    },
  });
}

/** The value is no id that a path of the API has. */
export function IsNotReserved(): PropertyDecorator {
  return ValidateBy({
    name: 'isNotReserved',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || !isReservedId(value),
      defaultMessage: buildMessage((prefix) => `${prefix}$property must not be "$value": the API uses this name itself`),
    },
  });
}

/** The setting may be given for connections of these kinds only. */
export function OnlyFor(kinds: readonly ConnectionKind[]): PropertyDecorator {
  return ValidateBy({
    name: 'onlyFor',
    validator: {
      validate: (_: unknown, args?: ValidationArguments) => {
        const { kind } = (args?.object ?? {}) as { kind?: ConnectionKind };
        return kind === undefined || kinds.includes(kind);
      },
      defaultMessage: buildMessage((prefix) => `${prefix}$property is a setting of ${kinds.join(' and ')} connections`),
    },
  });
}
