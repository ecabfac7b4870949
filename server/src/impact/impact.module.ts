import { Module } from '@nestjs/common';
import { BreakingSources } from './breaking-sources.js';
import { ImpactSources } from './impact-sources.js';

@Module({ providers: [BreakingSources, ImpactSources], exports: [BreakingSources, ImpactSources] })
export class ImpactModule {}
