import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';

/** Query of `POST /api/connections/{id}/reconnect`. */
export class ReconnectQueryDto {
  @ApiPropertyOptional({
    enum: ['own', 'all'],
    description:
      '`own`: ends the sessions, runs and exports of the caller on this connection. `all`: ends those of everybody, and needs `manage`. Left out: `all` for those who may, else `own`.',
  })
  @IsOptional()
  @IsIn(['own', 'all'])
  sessions?: 'own' | 'all';
}
