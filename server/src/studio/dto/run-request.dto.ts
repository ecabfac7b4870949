import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsISO8601, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import type { RunRequest } from '#libs/api';

/** Body of `POST /api/studio/runs`. */
export class RunRequestDto implements RunRequest {
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
  @IsISO8601()
  session_opened_at?: string;
}
