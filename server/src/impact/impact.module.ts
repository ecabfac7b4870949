import { Module } from '@nestjs/common';
import { BreakingSources } from './breaking-sources.js';
import { ImpactSources } from './impact-sources.js';
import { StoredTexts } from './stored-texts.js';

@Module({
  providers: [BreakingSources, ImpactSources, StoredTexts],
  exports: [BreakingSources, ImpactSources, StoredTexts],
})
export class ImpactModule {}
