import { Transform } from 'class-transformer';

/** A text that is taken without blanks around it, as names are. */
export function Trimmed(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
}
