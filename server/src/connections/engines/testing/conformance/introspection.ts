import { describe, expect, it } from '@jest/globals';
import { ConnectFailure } from '../../connector.js';
import type { EngineUnderTest } from '../engine-under-test.js';
import { neverAborted } from '../recording-context.js';
import { run } from './stage.js';
import type { Stage } from './stage.js';

/** What the catalog reports. */
export function describeIntrospection(engine: EngineUnderTest, stage: () => Stage): void {
  describe('introspection', () => {
    it('lists schemas with exactly one default', async () => {
      const { connector } = stage();
      const { schemas } = await connector.listSchemas(neverAborted());
      const known = schemas.find(({ name }) => name === engine.known.schema);
      expect(known?.table_count).toBeGreaterThan(0);
      expect(schemas.filter(({ is_default }) => is_default)).toHaveLength(1);
    });

    it('lists the tables of a schema, sorted by name', async () => {
      const { connector } = stage();
      const { schema, tables } = await connector.listTables(engine.known.schema, neverAborted());
      expect(schema).toBe(engine.known.schema);
      const names = tables.map(({ name }) => name);
      expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : 1)));
      expect(tables.find(({ name }) => name === engine.known.name)?.kind).toBe(engine.known.kind);
    });

    it('finds nothing in a schema that does not exist', async () => {
      const contents = await stage().connector.listTables('no_such_schema', neverAborted());
      expect(contents).toEqual({ schema: 'no_such_schema', tables: [], functions: [] });
    });

    it('describes the columns of a table', async () => {
      const { connector } = stage();
      const { schema, name, kind, columns } = engine.known;
      const details = await connector.describeTable(schema, name, neverAborted());
      expect(details).toMatchObject({ schema, name, kind });
      expect(details?.columns.map((column) => ({ name: column.name, type: column.type, kind: column.kind }))).toEqual(
        columns,
      );
    });

    it.each(['no_such_table', `it's "odd"; --`, ''])('knows no table called %j', async (name) => {
      const { connector } = stage();
      expect(await connector.describeTable(engine.known.schema, name, neverAborted())).toBeNull();
      expect(await connector.describeTable(name, engine.known.name, neverAborted())).toBeNull();
    });

    it('lists everything that can be completed, and nothing twice', async () => {
      const { connector } = stage();
      const { schema, name, kind, columns } = engine.known;
      const reading = await connector.completion(null, neverAborted());
      const catalog = reading?.catalog;
      expect(catalog?.dialect).toBe(connector.dialect);
      expect(catalog?.search_path[0]).toBe(schema);
      const table = catalog?.schemas
        .find((candidate) => candidate.name === schema)
        ?.tables.find((candidate) => candidate.name === name);
      expect(table?.kind).toBe(kind);
      expect(table?.columns).toEqual(columns.map((column) => column.name));
      expect(table?.types.map((place) => catalog?.column_types[place])).toEqual(columns.map(({ type }) => type));
      expect(new Set(catalog?.column_types).size).toBe(catalog?.column_types.length);
      expect(catalog?.keywords).toEqual(expect.arrayContaining(['SELECT', 'FROM', 'WHERE']));
      expect(catalog?.types.map((type) => type.toLowerCase())).toContain('integer');
      const functions = catalog?.schemas.filter(({ is_system }) => is_system).flatMap((system) => system.functions);
      expect(functions?.map((entry) => entry.name)).toEqual(expect.arrayContaining(['count', 'lower']));
      expect(await connector.completion(reading?.fingerprint ?? '', neverAborted())).toBeNull();
    });

    it('gives the catalog the same version until it changes', async () => {
      const { connector } = stage();
      const version = (): Promise<string> => connector.catalogVersion(neverAborted());
      await connector.listTables(engine.known.schema, neverAborted());
      const before = await version();
      expect(before).not.toBe('');
      expect(await version()).toBe(before);
      if (!engine.isWritable) return;
      const session = await stage().session();
      await run(session, engine.sql.write.create);
      const made = await version();
      expect(made).not.toBe(before);
      await run(session, engine.sql.write.insertTwo);
      expect(await version()).toBe(made);
      await run(session, engine.sql.write.drop);
      expect(await version()).not.toBe(made);
    });

    it('is refused with a ConnectFailure when the signal was aborted before', async () => {
      await expect(stage().connector.listSchemas(AbortSignal.abort())).rejects.toBeInstanceOf(ConnectFailure);
    });
  });
}
