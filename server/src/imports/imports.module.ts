import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { FolderCopier } from './folder-copier.js';
import { ImportLoader } from './import-loader.js';
import { ImportRevocation } from './import-revocation.js';
import { ImportRegistry } from './import-registry.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [ConnectionsModule],
  controllers: [ImportsController],
  providers: [ImportRegistry, ImportLoader, FolderCopier, ImportRevocation, ImportsService],
})
export class ImportsModule {}
