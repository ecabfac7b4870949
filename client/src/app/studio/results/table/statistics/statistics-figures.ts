import type { ColumnStatistics } from '#libs/api';
import { countText } from '#libs/results';

/** A figure of a column; a wide one takes a row of its own. */
export interface StatisticsFigure {
  readonly name: string;
  readonly value: string;
  readonly isWide: boolean;
}

/** Characters that fit beside the name of a figure in half of the popover. */
const FITS = 9;

/** The figures of a column, two in a row; long ones, and one that is left over, have a row of their own below. */
export function statisticsFigures(all: ColumnStatistics): readonly StatisticsFigure[] {
  const named: readonly (readonly [string, string | null])[] = [
    ['Distinct', countText(all.distinct_count)],
    ['Min', all.min],
    ['NULLs', countText(all.null_count)],
    ['Median', all.median],
    ['Average', all.average],
    ['Max', all.max],
  ];
  const figures = named.flatMap(([name, value]) =>
    value === null ? [] : [{ name, value: value === '' ? "''" : value }],
  );
  const paired = figures.filter(({ value }) => value.length <= FITS);
  const long = figures.filter(({ value }) => value.length > FITS);
  const whole = paired.length - (paired.length % 2);
  return [
    ...paired.map((figure, place) => ({ ...figure, isWide: place >= whole })),
    ...long.map((figure) => ({ ...figure, isWide: true })),
  ];
}
