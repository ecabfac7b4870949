import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import Ajv from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { tap } from 'rxjs';
import type { Observable } from 'rxjs';
import { readApiTypes } from '../http/api-types.js';
import type { ApiTypes, JsonSchema } from '../http/api-types.js';
import { JsonText } from '../http/json-text.js';

/** Checking larger answers would change what tests measure. */
const MAX_CHARACTERS = 1024 * 1024;

/** Shared by all workbenches of a process: compiling the checks takes a third of a start. */
const checks = new Map<string, ValidateFunction>();
const apiTypes = once(readApiTypes);
const validator = once(() => {
  const { answers, schemas } = closed(apiTypes());
  // The build wrote the description; checking it against the metaschema takes longer than most tests.
  const ajv = new Ajv.default({ strict: false, allErrors: false, validateSchema: false });
  return ajv.addSchema({ $id: 'api', answers, components: { schemas } });
});

/**
 * Checks each JSON answer of a workbench for tests against the description of the API, members that it does not name
 * included. An answer that does not fit fails the request with 500 and says why on stderr.
 */
export class AnswerCheck implements NestInterceptor {
  private readonly types = apiTypes();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const id = `${context.getClass().name}_${context.getHandler().name}`;
    if (this.types.answers[id]?.mediaType !== 'application/json') return next.handle();
    return next.handle().pipe(tap((answer) => this.check(id, answer)));
  }

  private check(id: string, answer: unknown): void {
    if (answer === undefined || typeof answer === 'string') return;
    if (answer instanceof JsonText && answer.byteLength > MAX_CHARACTERS) return;
    const text = answer instanceof JsonText ? answer.toString() : JSON.stringify(answer);
    if (text.length > MAX_CHARACTERS) return;
    const validate = checkOf(id);
    if (isValid(validate, JSON.parse(text))) return;
    const [first] = validate.errors ?? [];
    const reason = `${id}: ${first?.instancePath ?? ''} ${first?.message ?? ''} ${JSON.stringify(first?.params)}`;
    process.stderr.write(`The answer differs from the description of the API. ${reason}\n`);
    throw new Error(reason);
  }
}

function checkOf(id: string): ValidateFunction {
  const known = checks.get(id) ?? validator().compile({ $ref: `api#/answers/${id}/schema` });
  checks.set(id, known);
  return known;
}

/** A plan of thousands of levels is more than the stack of the validator holds. */
function isValid(validate: ValidateFunction, value: unknown): boolean {
  try {
    return validate(value);
  } catch (error) {
    if (error instanceof RangeError) return true;
    throw error;
  }
}

/** The types with objects that take no other members than those they name. */
function closed(types: ApiTypes): ApiTypes {
  return JSON.parse(JSON.stringify(types), (_, value: unknown) =>
    isObjectSchema(value) ? { additionalProperties: false, ...value } : value,
  ) as ApiTypes;
}

function isObjectSchema(value: unknown): value is JsonSchema {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('properties' in value)) return false;
  return value.type === 'object' || (Array.isArray(value.type) && value.type.includes('object'));
}

/** A function that computes its value at the first call only. */
function once<T>(compute: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: compute() }).value;
}
