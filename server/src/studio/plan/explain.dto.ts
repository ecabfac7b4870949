import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional } from 'class-validator';
import type { ExplainRequest } from '#libs/api';
import { TextRequestDto } from '../dto/run-request.dto.js';
import { WholeNumber } from '../../platform/index.js';

/** Body of `POST /api/studio/explain`. */
export class ExplainRequestDto extends TextRequestDto implements ExplainRequest {
  @ApiPropertyOptional({ description: 'Runs the statement for real rows and times; what it changes is rolled back.' })
  @IsOptional()
  @IsBoolean()
  analyze?: boolean;

  @ApiPropertyOptional({ description: 'A statement that changes data is meant to be run by `analyze`.' })
  @IsOptional()
  @IsBoolean()
  confirm?: boolean;

  @ApiPropertyOptional({ description: 'Of several statements the one at this UTF-16 offset is explained.' })
  @IsOptional()
  @WholeNumber(0)
  cursor?: number;

  @ApiPropertyOptional({ description: 'Seconds after which `analyze` cancels the statement.', default: 600 })
  @IsOptional()
  @WholeNumber(1, 86_400)
  timeout_s?: number;

  @ApiPropertyOptional({ description: 'From how many rows on a sequential scan is flagged.', default: 10_000 })
  @IsOptional()
  @WholeNumber(1, Number.MAX_SAFE_INTEGER)
  sequential_scan_rows?: number;
}
