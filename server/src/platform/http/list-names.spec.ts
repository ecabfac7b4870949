import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { listNames } from './list-names.js';

const document: OpenAPIObject = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: { schemas: { Thing: { type: 'object' }, ThingKind: { type: 'string', description: 'A kind.' } } },
  paths: {},
};

describe('listNames', () => {
  it('completes a type with its texts, and adds one that only requests use', () => {
    expect(listNames(document, { ThingKind: ['a', 'b'], Other: ['c'] }).components?.schemas).toEqual({
      Thing: { type: 'object' },
      ThingKind: { type: 'string', description: 'A kind.', enum: ['a', 'b'] },
      Other: { type: 'string', enum: ['c'] },
    });
  });

  it('leaves a document as it is where there are none', () => {
    expect(listNames(document, {})).toEqual(document);
  });
});
