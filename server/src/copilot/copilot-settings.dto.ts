import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import { COPILOT_LEVELS, COPILOT_PROVIDERS } from '#libs/api';
import type {
  CopilotChoices,
  CopilotLevel,
  CopilotProvider,
  CopilotSettingsChange,
  CopilotSettingsInput,
} from '#libs/api';
import { WholeNumber } from '../platform/index.js';

const MOST_CONNECTIONS = 10_000;

@ValidatorConstraint({ name: 'isLevels' })
class Levels implements ValidatorConstraintInterface {
  validate(levels: unknown): boolean {
    if (typeof levels !== 'object' || levels === null || Array.isArray(levels)) return false;
    const all = Object.values(levels);
    return all.length <= MOST_CONNECTIONS && all.every((level) => COPILOT_LEVELS.includes(level as CopilotLevel));
  }

  defaultMessage(): string {
    return `connections must map ids of connections to one of ${COPILOT_LEVELS.join(', ')}`;
  }
}

/** What is chosen, without the key. */
export class CopilotChoicesDto implements CopilotChoices {
  @ApiProperty({ enum: COPILOT_PROVIDERS })
  @IsIn(COPILOT_PROVIDERS)
  provider!: CopilotProvider;

  @ApiProperty({ example: 'http://127.0.0.1:11434/v1' })
  @IsString()
  @MaxLength(2000)
  base_url!: string;

  @ApiProperty({ example: 'qwen2.5-coder' })
  @IsString()
  @MaxLength(200)
  model!: string;

  @ApiProperty({ minimum: 1 })
  @WholeNumber(1, 600)
  timeout_s!: number;

  @ApiProperty({ minimum: 500 })
  @WholeNumber(500, 200_000)
  token_budget!: number;

  @ApiProperty()
  @IsBoolean()
  audit_text!: boolean;

  @ApiProperty({ type: 'object', additionalProperties: { type: 'string', enum: [...COPILOT_LEVELS] } })
  @Validate(Levels)
  connections!: Record<string, CopilotLevel>;

  @ApiProperty({ enum: COPILOT_LEVELS })
  @IsIn(COPILOT_LEVELS)
  default_level!: CopilotLevel;
}

/** Body of `POST /api/settings/copilot/test`. */
export class CopilotSettingsDto extends CopilotChoicesDto implements CopilotSettingsInput {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'Left out, the stored one stays; null takes it away.',
  })
  @IsOptional()
  @ValidateIf((_, value) => value !== null)
  @IsString()
  @MaxLength(4000)
  key?: string | null;
}

/** Body of `PUT /api/settings/copilot`. */
export class CopilotSettingsChangeDto extends CopilotSettingsDto implements CopilotSettingsChange {
  @ApiPropertyOptional({
    description: 'What the change began with. Where something else is in force, nothing is changed.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => CopilotChoicesDto)
  expected?: CopilotChoicesDto;
}
