import MVT from 'ol/format/MVT';
import { NO_COLUMN } from '#libs/tiles';

/** Reads the features of a tile with their columns alone: OpenLayers puts the layer's name over a column of that name. */
export function tileFormat(): MVT {
  return new MVT({ layerName: NO_COLUMN });
}

/** The columns of a feature that `tileFormat` has read. */
export function columnsOf(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== NO_COLUMN));
}
