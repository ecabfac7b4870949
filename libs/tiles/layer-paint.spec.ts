import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LayerStyle } from '../api/index.js';
import {
  OTHER_COLOUR,
  categoryStyle,
  colourOf,
  graduatedStyle,
  isLayerStyle,
  layerSnippet,
  legendOf,
} from './index.js';

const value = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
const STEPS: LayerStyle = {
  kind: 'graduated',
  column: 'n',
  breaks: [0, 10],
  colours: ['#000001', '#000002', '#000003'],
};

describe('a style by column', () => {
  it.each([
    [{ n: -1 }, '#000001'],
    [{ n: 0 }, '#000002'],
    [{ n: 9.99 }, '#000002'],
    [{ n: 10 }, '#000003'],
    [{ n: '99999999999999999999' }, '#000003'],
    [{ n: 'many' }, OTHER_COLOUR],
    [{}, OTHER_COLOUR],
  ])('gives %j its step', (properties, colour) => {
    expect(colourOf(STEPS, properties)).toBe(colour);
  });

  it('gives the most frequent values a colour and names them in the legend', () => {
    const style = categoryStyle('k', ['b', 'a', 'b', 3, true]);
    expect(legendOf(style).map(({ label }) => label)).toEqual(['b', '3', 'a', 'true', 'Other']);
    const [first, ...rest] = ['b', 3, 'a', true].map((k) => colourOf(style, { k }));
    expect(new Set([first, ...rest]).size).toBe(4);
    expect(colourOf(style, { k: 'z' })).toBe(OTHER_COLOUR);
    expect(legendOf(STEPS).map(({ label }) => label)).toEqual(['below 0', '0 to below 10', '10 and more']);
  });

  it('is always a style, whatever the values', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(value, { maxLength: 40 }), (column, values) => {
        const styles = [categoryStyle(column, values), graduatedStyle(column, values)];
        expect(styles.every(isLayerStyle)).toBe(true);
        for (const style of styles) for (const one of values) expect(colourOf(style, { [column]: one })).toMatch(/^#/);
      }),
    );
  });

  it.each([
    null,
    'x',
    [],
    { kind: 'single' },
    { kind: 'single', colour: '#12345' },
    { kind: 'single', colour: '#123456', x: 1 },
    { kind: 'category', column: 'a', stops: [{ value: null, colour: '#123456' }], other: '#123456' },
  ])('is not %j', (style) => {
    expect(isLayerStyle(style)).toBe(false);
  });
});

describe('a snippet', () => {
  const HOSTILE = `"</script><script>alert(1)</script>'\\\u2028`;
  const facts = {
    name: HOSTILE,
    tilesUrl: 'http://localhost/{z}/{x}/{y}?token=svc_1',
    bounds: [1, 2, 3, 4] as const,
    maxZoom: 18,
    attribution: HOSTILE,
  };
  it.each(['openlayers', 'maplibre', 'leaflet'] as const)('for %s cannot be left by a name or a value', (kind) => {
    const style = categoryStyle(HOSTILE, [HOSTILE]);
    const text = layerSnippet(kind, { ...facts, style });
    expect(text).not.toContain('<script>alert');
    expect(text.match(/<\/script>/g)?.length).toBe(text.match(/<script/g)?.length);
    expect(text).toContain('http://localhost/{z}/{x}/{y}?token=svc_1');
  });

  it('for OpenLayers leaves a column named layer as it is', () => {
    expect(layerSnippet('openlayers', { ...facts, style: STEPS })).toContain('MVT({ layerName: "\\u0000layer" })');
  });

  it('for QGIS is one line of source in Python', () => {
    const text = layerSnippet('qgis', { ...facts, name: 'Çity "1"', style: STEPS });
    expect(text).toContain(
      '"type=xyz&url=http%3A%2F%2Flocalhost%2F%7Bz%7D%2F%7Bx%7D%2F%7By%7D%3Ftoken%3Dsvc_1&zmin=0&zmax=18", "Çity \\"1\\""',
    );
  });
});
