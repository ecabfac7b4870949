import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { VERSION } from '../version.js';
import { readApiTypes } from './api-types.js';
import { describeAnswers } from './describe-answers.js';

/** OpenAPI 3.1 at `/api/openapi.json` and a readable page at `/api/docs`; made when first asked for. */
export function serveOpenApi(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  const create = () => (document ??= describeAnswers(SwaggerModule.createDocument(app, description()), readApiTypes()));
  SwaggerModule.setup('api/docs', app, create, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
    customSiteTitle: 'Data Workbench API',
  });
}

function description() {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data Workbench')
    .setDescription('Errors are RFC 9457 problem documents with a `code` from a closed list.')
    .setVersion(VERSION)
    .build();
}
