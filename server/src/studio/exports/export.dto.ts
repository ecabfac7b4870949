import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { EXPORT_DELIMITERS, EXPORT_FORMATS } from '#libs/api';
import type { ExportDelimiter, ExportFormat, ExportStyle, RunParameters } from '#libs/api';
import { AsSent, WholeNumber } from '../../platform/index.js';
import { FILTER_PARAMETER, MAX_FILTER_CHARS } from '../dto/view-queries.dto.js';
import { RUN_PARAMETERS } from '../dto/run-request.dto.js';

/** Query of `GET /api/studio/runs/{id}/statements/{n}/export`: how the file is written. */
export class ExportStyleDto implements ExportStyle {
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format!: ExportFormat;

  @ApiPropertyOptional({ enum: EXPORT_DELIMITERS, default: ',', description: 'Between the fields of `csv-excel`.' })
  @IsOptional()
  @IsIn(EXPORT_DELIMITERS)
  delimiter?: ExportDelimiter;

  @ApiPropertyOptional({ default: true, description: "A `'` before texts that a spreadsheet runs, in `csv-excel`." })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  guard_formulas?: boolean;

  @ApiPropertyOptional({
    description: "Order of a kept result: a column's place from 0, or its name, and a direction.",
    example: '2:desc',
  })
  @IsOptional()
  @Matches(/:(?:asc|desc)$/, { message: 'sort must be a column and a direction, e.g. 2:desc' })
  @MaxLength(1000)
  sort?: string;

  @ApiPropertyOptional({ ...FILTER_PARAMETER, description: 'Only rows of a kept result that meet these conditions.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_FILTER_CHARS)
  filter?: string;
}

/** Body of `POST /api/studio/exports`: a kept result (`run_id`, `statement`), or a query (`connection_id`, `sql`). */
export class ExportRequestDto extends ExportStyleDto {
  @ApiPropertyOptional({ description: 'A run whose result is kept.' })
  @ValidateIf(({ connection_id: other }: ExportRequestDto) => other === undefined)
  @IsString()
  @MaxLength(100)
  run_id?: string;

  @ApiPropertyOptional({ default: 0, description: 'A statement of the run, counted from 0.' })
  @IsOptional()
  @WholeNumber(0)
  statement?: number;

  @ApiPropertyOptional({ description: 'Where `sql` runs, in a session of its own, when the file is fetched.' })
  @ValidateIf(({ run_id: other }: ExportRequestDto) => other === undefined)
  @IsString()
  @MaxLength(200)
  connection_id?: string;

  @ApiPropertyOptional({ example: 'SELECT 1', description: 'One query.' })
  @ValidateIf(({ connection_id: other }: ExportRequestDto) => other !== undefined)
  @IsString()
  sql?: string;

  @ApiPropertyOptional({ ...RUN_PARAMETERS, description: 'Values for `:name` and `$1`, as in a run.' })
  @IsOptional()
  @IsObject()
  @AsSent()
  parameters?: RunParameters;
}
