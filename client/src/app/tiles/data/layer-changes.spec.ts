import { HttpTestingController } from '@angular/common/http/testing';
import type { TestRequest } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { TileLayerInfo } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { LayerChanges } from './layer-changes';
import { LayersApi } from './layers-api';

const LAYER = '/api/tiles/q/layer';
const RED = { kind: 'single', colour: '#ff0000' } as const;
const GREEN = { kind: 'single', colour: '#00ff00' } as const;

let changes: LayerChanges;
let kept: unknown[];
let settings: TileLayerInfo['settings'];

beforeEach(() => {
  TestBed.configureTestingModule({ providers: providePage() });
  kept = [];
  settings = { geometry_column: null, id_column: null, attribution: '© them', style: null };
  changes = new LayerChanges(TestBed.inject(LayersApi), {
    known: () => settings,
    taken: (_, info) => {
      settings = info.settings;
      kept.push(info.settings.style);
    },
    failed: () => kept.push('failed'),
  });
});
afterEach(() => Part.clear());

const sent = (): TestRequest[] => TestBed.inject(HttpTestingController).match(({ method }) => method === 'PUT');

async function accept(request: TestRequest | undefined): Promise<void> {
  const chosen = request?.request.body as Partial<TileLayerInfo['settings']> | undefined;
  const style = chosen?.style ?? null;
  request?.flush({ settings: { ...settings, style } });
  await settle();
}

async function refuse(request: TestRequest | undefined): Promise<void> {
  request?.flush(problemDocument('internal-error', 'r', 'Disk full'), { status: 500, statusText: '' });
  await settle();
}

it('sends one change after another, so that the last one is kept', async () => {
  void changes.tryStyle('q', RED, true);
  void changes.tryStyle('q', GREEN, true);
  await settle();
  const first = sent();
  expect(first.map(({ request }) => request.body as unknown)).toEqual([{ style: RED, expected: { style: null } }]);
  await accept(first[0]);
  expect(changes.triedStyle('q')).toEqual(GREEN);
  const second = requestTo('PUT', LAYER);
  expect(second.request.body).toEqual({ style: GREEN, expected: { style: RED } });
  await accept(second);
  expect(kept).toEqual([RED, GREEN]);
});

it('paints with what is kept once the server has taken a style', async () => {
  void changes.tryStyle('q', RED, true);
  await settle();
  await accept(requestTo('PUT', LAYER));
  expect([changes.triedStyle('q'), kept]).toEqual([null, [RED]]);
});

it('paints with what is kept after a style was refused, but not where another one is tried by now', async () => {
  void changes.tryStyle('q', RED, true);
  expect([changes.triedStyle('q'), changes.triedStyle('other')]).toEqual([RED, null]);
  await settle();
  await refuse(requestTo('PUT', LAYER));
  expect([changes.triedStyle('q'), kept]).toEqual([null, ['failed']]);

  void changes.tryStyle('q', RED, true);
  void changes.tryStyle('q', GREEN, true);
  await settle();
  await refuse(requestTo('PUT', LAYER));
  expect(changes.triedStyle('q')).toEqual(GREEN);
});

it('tries a style out on the layer of another person', async () => {
  await changes.tryStyle('q', RED, false);
  expect([changes.triedStyle('q'), sent()]).toEqual([RED, []]);
});
