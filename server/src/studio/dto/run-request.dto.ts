import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
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
}
