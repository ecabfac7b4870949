import { expect, it } from '@jest/globals';
import { PbfWriter } from 'pbf';
import { columnsOf, tileFormat } from './tile-format';

/** A tile of a point with these columns, as `ST_AsMVT` writes it. */
function tileOf(columns: Readonly<Record<string, string>>): ArrayBuffer {
  const names = Object.keys(columns);
  const tile = new PbfWriter();
  tile.writeMessage(
    3,
    (_, layer) => {
      layer.writeVarintField(15, 2);
      layer.writeStringField(1, 'query');
      layer.writeMessage(
        2,
        (__, feature) => {
          feature.writePackedVarint(
            2,
            names.flatMap((___, at) => [at, at]),
          );
          feature.writeVarintField(3, 1);
          feature.writePackedVarint(4, [9, 50, 34]);
        },
        null,
      );
      for (const name of names) layer.writeStringField(3, name);
      for (const name of names)
        layer.writeMessage(4, (__, value) => value.writeStringField(1, columns[name] ?? ''), null);
      layer.writeVarintField(5, 4096);
    },
    null,
  );
  return new Uint8Array(tile.finish()).buffer;
}

it('reads columns that OpenLayers has a use of its own for as they are', () => {
  const columns = { layer: 'roads', geometry: 'a text', name: 'A1' };
  const [feature] = tileFormat().readFeatures(tileOf(columns));
  expect(columnsOf(feature?.getProperties() ?? {})).toEqual(columns);
});
