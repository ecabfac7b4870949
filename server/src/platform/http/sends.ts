import { UseInterceptors, applyDecorators } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { HeadersOnly } from './headers-only.js';

/** Declares the media types of a route that writes a file or a stream itself, for the description of the API. */
export function Sends(...mediaTypes: readonly string[]): MethodDecorator {
  const content = mediaTypes.map((type) => {
    const format = type.startsWith('text/') ? {} : { format: 'binary' };
    return [type, { schema: { type: 'string', ...format } }] as const;
  });
  return ApiOkResponse({ content: Object.fromEntries(content) });
}

/** As `Sends`, for a route that makes its file for the request, and notes it as sent: HEAD gets headers alone. */
export function Makes(...mediaTypes: readonly string[]): MethodDecorator {
  return applyDecorators(Sends(...mediaTypes), UseInterceptors(HeadersOnly));
}
