import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { COPILOT_TASKS } from '#libs/api';
import type { CopilotPlanRequest, CopilotSqlRequest, CopilotTask, CopilotTurn } from '#libs/api';

const MAX_TEXT = 1_000_000;
const MAX_PLAN = 20_000_000;

class TurnDto implements CopilotTurn {
  @ApiProperty({ enum: ['user', 'assistant'] })
  @IsIn(['user', 'assistant'])
  role!: 'user' | 'assistant';

  @ApiProperty()
  @IsString()
  @MaxLength(MAX_TEXT)
  text!: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  sql?: string;
}

class TableDto {
  @ApiProperty()
  @IsString()
  @MaxLength(1000)
  schema!: string;

  @ApiProperty()
  @IsString()
  @MaxLength(1000)
  name!: string;
}

/** Body of `POST /api/copilot/sql`. */
export class CopilotSqlDto implements CopilotSqlRequest {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty({ enum: COPILOT_TASKS })
  @IsIn(COPILOT_TASKS)
  task!: CopilotTask;

  @ApiProperty({ example: 'revenue by month' })
  @IsString()
  @MaxLength(20_000)
  question!: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TEXT)
  sql?: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @MaxLength(20_000)
  error?: string;

  @ApiPropertyOptional({ type: [TurnDto] })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  @Type(() => TurnDto)
  turns?: TurnDto[];

  @ApiPropertyOptional({ type: TableDto })
  @IsOptional()
  @ValidateNested()
  @Type(() => TableDto)
  table?: TableDto;
}

/** Body of `POST /api/copilot/explain-plan`. */
export class CopilotPlanDto implements CopilotPlanRequest {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty()
  @IsString()
  @MaxLength(MAX_TEXT)
  sql!: string;

  @ApiProperty({ description: 'What EXPLAIN printed.' })
  @IsString()
  @MaxLength(MAX_PLAN)
  raw!: string;
}
