import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { CompletionStore } from '../../shared/editor/completion.store';
import { ServerState } from '../../shared/http/server-state';
import { TabsStore } from '../tabs/tabs.store';
import { CatalogWatch } from './catalog-watch';
import { SchemaApi } from './schema-api';
import { SchemaStore } from './schema.store';

/** A change of others is seen within ten seconds; the server answers within the rest. */
const SEEN_WITHIN_MS = 5_000;

describe('CatalogWatch', () => {
  const renew = jest.fn<(id: string) => void>();
  const noteChange = jest.fn<(id: string) => void>();
  let version: string;
  let asked: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    version = 'first';
    asked = [];
    const catalogVersion = (id: string) => {
      asked.push(id);
      return Promise.resolve(version);
    };
    const connections = { browsed: () => ({ id: 'shop' }), find: () => ({ health: { state: 'healthy' } }) };
    TestBed.configureTestingModule({
      providers: [
        CatalogWatch,
        { provide: SchemaApi, useValue: { catalogVersion } },
        { provide: SchemaStore, useValue: { renew } },
        { provide: CompletionStore, useValue: { noteChange } },
        { provide: ConnectionsStore, useValue: connections },
        { provide: TabsStore, useValue: { active: () => ({ connectionId: 'lake' }) } },
        { provide: ServerState, useValue: { isReachable: () => true } },
      ],
    });
    TestBed.inject(CatalogWatch);
    TestBed.tick();
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    jest.clearAllMocks();
  });

  it('brings a change of others into the tree and into completion within some seconds', async () => {
    await jest.advanceTimersByTimeAsync(SEEN_WITHIN_MS);
    expect(new Set(asked)).toEqual(new Set(['shop', 'lake']));
    expect(renew).not.toHaveBeenCalled();
    version = 'second';
    await jest.advanceTimersByTimeAsync(SEEN_WITHIN_MS);
    for (const seen of [renew, noteChange]) expect(seen.mock.calls).toEqual([['shop'], ['lake']]);
    await jest.advanceTimersByTimeAsync(4 * SEEN_WITHIN_MS);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('asks for nothing while the page is hidden, and at once when it is shown', async () => {
    await jest.advanceTimersByTimeAsync(SEEN_WITHIN_MS);
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    asked = [];
    version = 'second';
    await jest.advanceTimersByTimeAsync(4 * SEEN_WITHIN_MS);
    expect(asked).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
    expect(renew.mock.calls).toEqual([['shop'], ['lake']]);
  });
});
