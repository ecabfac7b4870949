import { Module } from '@nestjs/common';
import { ImpactSources } from './impact-sources.js';

@Module({ providers: [ImpactSources], exports: [ImpactSources] })
export class ImpactModule {}
