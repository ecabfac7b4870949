declare module 'subset-font' {
  /** A font with the glyphs of `text` only. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      /** By axis: the part of it that is kept. */
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      /** Tags of OpenType features; those that are not named are left out. */
      readonly keepFeatures?: readonly string[];
    },
  ): Promise<Buffer>;
}
