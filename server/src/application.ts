import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { LeanExpressAdapter, configureHttp } from './platform/index.js';
import type { WorkbenchConfig } from './platform/index.js';

/** Builds the application and opens its port; resolves when it answers. */
export async function createApplication(config: WorkbenchConfig): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), new LeanExpressAdapter(), {
    bufferLogs: true,
    bodyParser: false,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  await configureHttp(app, config);
  await app.listen(config.port, config.host);
  return app;
}
