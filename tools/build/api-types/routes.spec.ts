import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SchemaWriter } from './json-schema.mjs';
import { operationsSchema } from './operations-schema.mjs';
import type { Route } from './routes.mjs';
import { routesOf } from './routes.mjs';
import { createProgram } from './program.mjs';

const SOURCE = `
interface Trigger { readonly at: string }
class JobsQuery { limit = 20; search?: string; order!: 'name' | 'state' }
class JobBody { name!: string; trigger?: Trigger }

@Controller('api/jobs')
export class JobsController {
  @Get() list(@Query() { limit }: JobsQuery): string[] { return []; }
  @Post(':kind') create(@Param('kind') kind: string, @Body() body: JobBody): void {}
  @Put(':id/trigger') change(@Body() body: UnreadBody<Trigger>, @Query('at') at: string, @Query('by') by?: string): void {}
  @Get(':id/file') @Sends('text/csv', 'text/plain') file(@Res() response: unknown): void {}
  @Sse('events') events(): void {}
  helper(@Body() body: JobBody): void {}
}
@Controller('metrics')
export class MetricsController {
  @Get() read(): string { return ''; }
}
`;

let folder: string;
let writer: SchemaWriter;
let routes: Record<string, Route>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'routes-'));
  const file = join(folder, 'jobs.controller.ts');
  writeFileSync(file, SOURCE);
  const program = createProgram([file]);
  const source = program.getSourceFile(file);
  if (source === undefined) throw new Error('The program has no such file.');
  writer = new SchemaWriter(program.getTypeChecker());
  routes = Object.fromEntries(routesOf(source, writer));
});
afterAll(() => rmSync(folder, { recursive: true }));

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('how operations are called', () => {
  it('has the method and the path of each handler, as OpenAPI writes it', () => {
    expect(Object.entries(routes).map(([id, { method, path }]) => `${id} ${method} ${path}`)).toEqual([
      'JobsController_list get /api/jobs',
      'JobsController_create post /api/jobs/{kind}',
      'JobsController_change put /api/jobs/{id}/trigger',
      'JobsController_file get /api/jobs/{id}/file',
      'JobsController_events get /api/jobs/events',
      'MetricsController_read get /metrics',
    ]);
  });

  it('has the types of queries and bodies, that of a body which its handler reads itself included', () => {
    const { JobsController_list: list, JobsController_create: create, JobsController_change: change } = routes;
    expect([list?.query, list?.body]).toEqual([reference('JobsQuery'), null]);
    expect([create?.query, create?.body]).toEqual([null, reference('JobBody')]);
    expect(change?.body).toEqual(reference('Trigger'));
    expect(change?.query).toEqual({
      type: 'object',
      properties: { at: { type: 'string' }, by: { type: 'string' } },
      required: ['at'],
    });
  });

  it('lets members be left out that are optional or have a default', () => {
    expect(writer.components.get('JobsQuery')?.required).toEqual(['order']);
    expect(writer.components.get('JobBody')?.required).toEqual(['name']);
  });

  it('has the media types of what a handler writes itself', () => {
    expect(routes.JobsController_file?.sends).toEqual(['text/csv', 'text/plain']);
  });
});

describe('the type of all operations', () => {
  it('has them by method and path, without those outside of /api', () => {
    const { properties } = operationsSchema(routes, {}) as { properties: Record<string, { required: string[] }> };
    expect(Object.entries(properties).map(([method, { required }]) => [method, required])).toEqual([
      ['get', ['/api/jobs', '/api/jobs/events', '/api/jobs/{id}/file']],
      ['post', ['/api/jobs/{kind}']],
      ['put', ['/api/jobs/{id}/trigger']],
    ]);
  });

  it('distinguishes JSON, texts and streams', () => {
    const route = { method: 'get', query: null, body: null, sends: [] };
    const given = {
      json: { ...route, path: '/api/json' },
      text: { ...route, path: '/api/text' },
      events: { ...route, path: '/api/events' },
      file: { ...route, path: '/api/file', sends: ['text/csv'] },
    };
    const answers = {
      json: { mediaType: 'application/json', schema: reference('Job') },
      text: { mediaType: 'application/yaml', schema: { type: 'string' } },
      events: { mediaType: 'text/event-stream', schema: { type: 'string' } },
    };
    const { properties } = operationsSchema(given, answers) as {
      properties: { get: { properties: Record<string, { properties: unknown }> } };
    };
    expect(Object.entries(properties.get.properties).map(([path, one]) => [path, one.properties])).toEqual([
      ['/api/events', { stream: { type: 'string', enum: ['text/event-stream'] } }],
      ['/api/file', { stream: { type: 'string', enum: ['text/csv'] } }],
      ['/api/json', { answer: reference('Job') }],
      ['/api/text', { text: { type: 'string', enum: ['application/yaml'] } }],
    ]);
  });
});
