import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { VERSION } from '../version.js';
import { ApiNames } from './api-names.js';
import { readApiTypes } from './api-types.js';
import { describeAnswers } from './describe-answers.js';
import { listNames } from './list-names.js';

/** OpenAPI 3.1 at `/api/openapi.json` and a readable page at `/api/docs`; made when first asked for. */
export function serveOpenApi(app: NestExpressApplication): void {
  let document: OpenAPIObject | undefined;
  const create = () => (document ??= describe(app));
  SwaggerModule.setup('api/docs', app, create, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
    customSiteTitle: 'Data Workbench API',
  });
}

function describe(app: NestExpressApplication): OpenAPIObject {
  const document = describeAnswers(SwaggerModule.createDocument(app, description()), readApiTypes());
  return listNames(document, app.get(ApiNames, { strict: false }).all());
}

function description() {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Data Workbench')
    .setDescription('Errors are RFC 9457 problem documents with a `code` from a closed list.')
    .setVersion(VERSION)
    .build();
}
