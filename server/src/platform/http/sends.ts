import { UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { HeadersOnly } from './headers-only.js';

/** Declares the media types of a route that writes a file or a stream itself, for the description of the API. */
export function Sends(...mediaTypes: readonly string[]): MethodDecorator {
  const content = mediaTypes.map((type) => {
    const format = type.startsWith('text/') ? {} : { format: 'binary' };
    return [type, { schema: { type: 'string', ...format } }] as const;
  });
  return applyDecorators(ApiOkResponse({ content: Object.fromEntries(content) }), UseInterceptors(HeadersOnly));
}
