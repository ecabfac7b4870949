import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { PARAMETER_TYPES } from '#libs/api';
import type { RunParameters, RunRequest } from '#libs/api';
import { AsSent, IsInstant } from '../../platform/index.js';

const TYPED_VALUE = {
  type: 'object',
  required: ['value'],
  properties: {
    value: { type: 'string', nullable: true, description: 'As the database reads it; null is NULL.' },
    type: { type: 'string', enum: [...PARAMETER_TYPES], description: 'Left out, the database decides.' },
  },
};

/** How values of parameters are described. */
export const RUN_PARAMETERS = {
  type: 'object' as const,
  additionalProperties: {
    oneOf: [TYPED_VALUE, { type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
  },
};

/** A text with the session that it is meant for. */
export class TextRequestDto {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty({
    example: 'SELECT 1',
    description: 'One or more statements; they run in order and stop at the first error.',
  })
  @IsString()
  sql!: string;

  @ApiPropertyOptional({ description: 'Runs with the same one share a session, one run at a time.' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,100}$/, { message: 'session_id must be 1 to 100 letters, digits, - or _' })
  session_id?: string;

  @ApiPropertyOptional({ description: '`opened_at` of the session that the text counts on.' })
  @IsOptional()
  @IsInstant()
  session_opened_at?: string;

  @ApiPropertyOptional({
    description: 'The database refuses every write of the text; it runs in a session of its own.',
  })
  @IsOptional()
  @IsBoolean()
  read_only?: boolean;

  @ApiPropertyOptional({
    description:
      'Values of `:name` and `$1` by their names, bound and never written into the text. A bare value has no type.',
    example: { since: { value: '2026-01-01', type: 'date' }, 1: 'paid' },
    ...RUN_PARAMETERS,
  })
  @IsOptional()
  @IsObject()
  @AsSent()
  parameters?: RunParameters;
}

/** Body of `POST /api/studio/runs`. */
export class RunRequestDto extends TextRequestDto implements RunRequest {
  @ApiPropertyOptional({ description: 'Names this request: `GET /api/studio/runs?request_id=` finds its run.' })
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,100}$/, { message: 'request_id must be 1 to 100 letters, digits, - or _' })
  request_id?: string;

  @ApiPropertyOptional({ description: 'Answer with the first rows at once, although more of them will come.' })
  @IsOptional()
  @IsBoolean()
  first_page?: boolean;

  @ApiPropertyOptional({
    description: 'Runs a text that destroys data although the connection asks for confirmation.',
  })
  @IsOptional()
  @IsBoolean()
  confirm_destructive?: boolean;
}
