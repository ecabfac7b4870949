/** A rectangle on the page, in CSS pixels from its top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Distance of the messages from the right edge, from the lower edge (above the status bar) and from the controls. */
const RIGHT = 12;
const BOTTOM = 36;
const GAP = 8;

/**
 * Where the messages cover no control: as near to the lower right corner as possible, first higher up in the same column,
 * then in the middle and at the left. Where each place covers something, the corner itself.
 */
export function toastPlace(
  size: Pick<Box, 'width' | 'height'>,
  page: Pick<Box, 'width' | 'height'>,
  controls: readonly Box[],
): Pick<Box, 'left' | 'top'> {
  const corner = { left: page.width - RIGHT - size.width, top: page.height - BOTTOM - size.height };
  const lefts = [corner.left, Math.round((page.width - size.width) / 2), RIGHT];
  for (const left of lefts) {
    const beside = controls.filter((one) => left < one.left + one.width + GAP && one.left < left + size.width + GAP);
    const above = beside.map((one) => one.top - GAP - size.height).sort((one, other) => other - one);
    const top = [corner.top, ...above].find(
      (candidate) =>
        candidate <= corner.top && candidate >= RIGHT && beside.every((one) => isClear(candidate, size, one)),
    );
    if (top !== undefined) return { left, top };
  }
  return corner;
}

function isClear(top: number, { height }: Pick<Box, 'height'>, control: Box): boolean {
  return top + height <= control.top || control.top + control.height <= top;
}
