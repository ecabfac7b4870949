import type { SchemaContents, SchemaList, TableDetails } from '#libs/api';
import type { Answer } from '../http/api-call';
import { ApiProblem } from '../http/api-problem';

/** One address answers with the schemas, one schema or one table, by its parameters. */
type SchemaAnswer = Answer<'get', '/api/connections/{id}/schema'>;

/** The schemas of a connection. Throws an ApiProblem where the answer is another part. */
export function schemaListIn(answer: SchemaAnswer): SchemaList {
  if ('schemas' in answer) return answer;
  throw unexpectedPart();
}

/** One schema. Throws an ApiProblem where the answer is another part. */
export function schemaContentsIn(answer: SchemaAnswer): SchemaContents {
  if ('tables' in answer) return answer;
  throw unexpectedPart();
}

/** One table. Throws an ApiProblem where the answer is another part. */
export function tableDetailsIn(answer: SchemaAnswer): TableDetails {
  if ('columns' in answer) return answer;
  throw unexpectedPart();
}

function unexpectedPart(): ApiProblem {
  return new ApiProblem('internal-error', 0, 'Unexpected answer', 'The server sent another part of the schema.');
}
