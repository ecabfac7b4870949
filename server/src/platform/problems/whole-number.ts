import { Param, applyDecorators } from '@nestjs/common';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { IsInt, Max, Min } from 'class-validator';
import { Problem } from './problem.js';

/** The largest number that an `integer` column takes. */
export const MAX_INTEGER = 2_147_483_647;

/** A whole number within bounds, which the description of the API has as well. Stands below its `@ApiProperty`. */
export function WholeNumber(min: number, max: number = MAX_INTEGER): PropertyDecorator {
  return applyDecorators(IsInt(), Min(min), Max(max), ApiProperty({ type: 'integer', minimum: min, maximum: max }));
}

/** A whole number of the path, from 0, which the description of the API has with its bounds. */
export function WholeNumberParam(name: string): ParameterDecorator {
  return (target, key, index) => {
    const method = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
    if (key === undefined || method === undefined) throw new Error('A parameter of a path belongs to a method.');
    Param(name, WholeNumberPipe)(target, key, index);
    ApiParam({ name, schema: { type: 'integer', minimum: 0, maximum: MAX_INTEGER } })(target, key, method);
  };
}

class WholeNumberPipe implements PipeTransform<string, number> {
  transform(text: string, { data = '' }: ArgumentMetadata): number {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
    if (value <= MAX_INTEGER) return value;
    const detail = `${data} must be a whole number from 0 to ${MAX_INTEGER}`;
    throw new Problem('validation-failed', undefined, { errors: [{ pointer: `/${data}`, detail }] });
  }
}
