import { ValidateBy, ValidateIf } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import { isEmailAddress, passwordFault } from '#libs/access';
import { Trimmed, isPrintable } from '../../platform/index.js';

const NAME_LENGTH = 200;

/** The member may be left out; null is no way to leave it out. */
export function MayBeLeftOut(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined);
}

/** The value is an e-mail address. */
export function IsEmailAddress(): PropertyDecorator {
  return textRule('isEmailAddress', (text) => (isEmailAddress(text.trim()) ? null : 'must be an email address'));
}

/** The value can be chosen as a password. */
export function IsNewPassword(): PropertyDecorator {
  return textRule('isNewPassword', passwordFault);
}

/** The value is a name for people to read: something, in one line. It is taken without blanks around it. */
export function IsName(): PropertyDecorator {
  const rule = nameRule();
  const trimmed = Trimmed();
  return (target, property) => {
    trimmed(target, property);
    rule(target, property);
  };
}

function nameRule(): PropertyDecorator {
  return textRule('isName', (text) => {
    const isName = text.trim() !== '' && text.length <= NAME_LENGTH && isPrintable(text);
    return isName ? null : `must be 1 to ${NAME_LENGTH} characters in one line`;
  });
}

function textRule(name: string, faultOf: (text: string) => string | null): PropertyDecorator {
  const fault = (value: unknown) => (typeof value === 'string' ? faultOf(value) : 'must be text');
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => fault(value) === null,
      // Never the value itself: it may be a password.
      defaultMessage: (at?: ValidationArguments) => `${at?.property ?? 'it'} ${fault(at?.value) ?? 'is not right'}`,
    },
  });
}
