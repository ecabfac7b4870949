/** Digits of the engine's decimals that are read fast. */
const FAST_DIGITS = 18;
const NUMBER = /^-?(\d+)(?:\.(\d+))?$/;

/**
 * The key, as SQL over a cell's text `t`, of decimals whose type has no width, where some of their texts show that it is a
 * short one: all have the same digits behind the point, as databases print results of arithmetic, of which few are not zeros
 * at the end. Null where they do not. The key is exact, and NULL for a text that is not like those.
 */
export function shortDecimalKey(texts: readonly (string | null)[]): string | null {
  const parts = texts.filter((text) => text !== null).map((text) => NUMBER.exec(text));
  const fractions = parts.map((match) => match?.[2] ?? '');
  const scale = fractions[0]?.length ?? 0;
  if (parts.length === 0 || parts.includes(null) || fractions.some(({ length }) => length !== scale)) return null;
  const kept = Math.max(...fractions.map((fraction) => lengthWithoutZeros(fraction)));
  const whole = Math.max(...parts.map((match) => match?.[1]?.length ?? 0));
  if (whole + kept > FAST_DIGITS) return null;
  if (scale === 0) return `CASE WHEN NOT contains(t, '.') THEN TRY_CAST(t AS DECIMAL(${FAST_DIGITS}, 0)) END`;
  const isLike = [
    `strpos(t, '.') = length(t) - ${scale}`,
    ...(kept < scale ? [`suffix(t, '${'0'.repeat(scale - kept)}')`] : []),
  ];
  return `CASE WHEN ${isLike.join(' AND ')} THEN TRY_CAST(t AS DECIMAL(${FAST_DIGITS}, ${kept})) END`;
}

/** By hand: a pattern such as `0+$` takes quadratic time on a long run of zeros that does not end the text. */
function lengthWithoutZeros(digits: string): number {
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return end;
}
