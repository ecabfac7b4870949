import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiTypes } from './api-types.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const PROBLEM: Responses[string] = {
  description: 'A problem (RFC 9457); `code` is from a closed list.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemDocument' } } },
};

/** Completes a document with the types of all answers, and with the problem that every operation may answer with. */
export function describeAnswers(document: OpenAPIObject, types: ApiTypes): OpenAPIObject {
  const schemas = { ...document.components?.schemas, ...(types.schemas as Schemas) };
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, describeOperation(operation, types)] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }] as const;
  });
  return { ...document, paths: Object.fromEntries(paths), components: { ...document.components, schemas } };
}

function describeOperation(operation: Operation, { answers, schemas }: ApiTypes): Operation {
  const answer = answers[operation.operationId ?? ''];
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const isSuccess = status.startsWith('2');
    if (!isSuccess || answer === undefined || response === undefined || '$ref' in response) return [status, response];
    const content = { [answer.mediaType]: { schema: answer.schema }, ...response.content };
    return [status, { ...response, description: response.description || 'Success', content }];
  });
  const problem = 'ProblemDocument' in schemas ? { default: PROBLEM } : {};
  return { ...operation, responses: { ...(Object.fromEntries(responses) as Responses), ...problem } };
}
