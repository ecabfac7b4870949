import { Module } from '@nestjs/common';
import { ChangesModule } from '../changes/index.js';
import { ConnectionsModule } from '../connections/index.js';
import { FolderCopier } from './folder-copier.js';
import { ImportChanges } from './import-changes.js';
import { ImportLoader } from './import-loader.js';
import { ImportRevocation } from './import-revocation.js';
import { ImportRegistry } from './import-registry.js';
import { ImportStarts } from './import-starts.js';
import { ImportsController } from './imports.controller.js';
import { ImportsService } from './imports.service.js';

@Module({
  imports: [ConnectionsModule, ChangesModule],
  controllers: [ImportsController],
  providers: [
    ImportRegistry,
    ImportLoader,
    ImportChanges,
    ImportStarts,
    FolderCopier,
    ImportRevocation,
    ImportsService,
  ],
})
export class ImportsModule {}
