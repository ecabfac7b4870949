import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeAnswers } from './describe-answers.js';

const TYPES = {
  answers: {
    Things_list: { mediaType: 'application/json', schema: { $ref: '#/components/schemas/ThingList' } },
    Things_check: { mediaType: 'application/json', schema: { type: 'object' } },
  },
  schemas: { ThingList: { type: 'object' }, ProblemDocument: { type: 'object' } },
};

const XML = { 'application/xml': { schema: { type: 'string' as const } } };

const document: OpenAPIObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: { schemas: { ThingDto: { type: 'object' } } },
  paths: {
    '/things': {
      get: { operationId: 'Things_list', responses: { 200: { description: '' } } },
      delete: { operationId: 'Things_remove', responses: { 204: { description: '' } } },
    },
    '/things/check': {
      post: { operationId: 'Things_check', responses: { 200: { description: 'Checked', content: XML } } },
    },
  },
};

const described = describeAnswers(document, TYPES);

describe('describeAnswers', () => {
  it('adds the type of an answer', () => {
    expect(described.paths['/things']?.get?.responses['200']).toEqual({
      description: 'Success',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingList' } } },
    });
  });

  it('keeps the media types that a route declares', () => {
    const answer = described.paths['/things/check']?.post?.responses['200'];
    expect(answer).toMatchObject({ description: 'Checked', content: { ...XML, 'application/json': {} } });
  });

  it('leaves an answer without a body as it is', () => {
    expect(described.paths['/things']?.delete?.responses['204']).toEqual({ description: '' });
  });

  it('adds the problem document to every operation', () => {
    const operations = Object.values(described.paths).flatMap(({ get, post, delete: remove }) => [get, post, remove]);
    for (const operation of operations.filter((one) => one !== undefined)) {
      expect(operation.responses.default).toMatchObject({
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDocument' } } },
      });
    }
  });

  it('keeps the schemas of requests beside those of answers', () => {
    expect(Object.keys(described.components?.schemas ?? {})).toEqual(['ThingDto', 'ThingList', 'ProblemDocument']);
  });
});
