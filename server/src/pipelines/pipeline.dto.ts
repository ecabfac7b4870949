import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import type { PipelineChange, PipelineInputBody } from '#libs/api';
import type { PipelineDefinition } from '#libs/pipelines';
import { Printable, Trimmed, WholeNumber } from '../platform/index.js';

/** Body of `POST /api/pipelines`. */
export class PipelineDto implements PipelineInputBody {
  @ApiProperty({ maxLength: 200 })
  @Trimmed()
  @Printable()
  @MaxLength(200)
  @IsNotEmpty()
  @IsString()
  name!: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  definition!: PipelineDefinition;
}

/** Body of `PUT /api/pipelines/{id}`. */
export class PipelineChangeDto extends PipelineDto implements PipelineChange {
  @ApiProperty({ description: 'The version that was changed; another one in force answers 409.' })
  @WholeNumber(1)
  version!: number;
}

/** Body of `POST /api/pipelines/preview`. */
export class PreviewDto {
  @ApiProperty({ type: 'object', additionalProperties: true })
  @IsObject()
  definition!: PipelineDefinition;

  @ApiPropertyOptional({ description: 'The name of the table to show; the last where it is left out.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  table?: string;

  @ApiPropertyOptional({ description: 'The pipeline that is changed.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  pipeline_id?: string;
}

/** Body of `POST /api/pipelines/import`. */
export class ImportDto {
  @ApiProperty()
  @IsString()
  @MaxLength(1_000_000)
  yaml!: string;
}
