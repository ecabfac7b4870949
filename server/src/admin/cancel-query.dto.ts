import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { CancelQueryInput } from '#libs/api';

/** Body of `POST /api/admin/{connection_id}/activity/{pid}/cancel`. */
export class CancelQueryDto implements CancelQueryInput {
  @ApiProperty({
    example: '2026-03-01T12:00:00.123456Z',
    description: '`started_at` of the query, as it was listed: the process may run another one by now.',
  })
  @Matches(/^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
  started_at!: string;
}
