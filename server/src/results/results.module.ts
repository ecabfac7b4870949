import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/index.js';
import { ExportRegistry } from './export/export-registry.js';
import { FileSender } from './export/file-sender.js';
import { PositionsService } from './positions/positions.service.js';
import { ResultExpiry } from './retention/result-expiry.js';
import { ResultRetention } from './retention/result-retention.js';
import { ResultFiles } from './result-files.js';

@Module({
  imports: [ConnectionsModule],
  providers: [ResultFiles, ResultRetention, ResultExpiry, ExportRegistry, FileSender, PositionsService],
  exports: [ResultFiles, ResultRetention, ResultExpiry, ExportRegistry, FileSender, PositionsService],
})
export class ResultsModule {}
