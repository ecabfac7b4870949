import { ValidateBy } from 'class-validator';

/** A date and a time with its offset from UTC, as RFC 3339 has it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether a text names one instant, the same in every time zone. */
export function isInstant(text: unknown): boolean {
  if (typeof text !== 'string' || !INSTANT.test(text)) return false;
  // `Date.parse` takes the 30th of February for a day in March.
  const day = text.slice(0, 10);
  const parsed = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && new Date(parsed).toISOString().startsWith(day);
}

/** The value is a date and a time with its offset from UTC. */
export function IsInstant(): PropertyDecorator {
  return ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstant,
      defaultMessage: (at) => `${at?.property ?? 'it'} must be a date and time such as 2027-01-31T12:00:00Z`,
    },
  });
}
