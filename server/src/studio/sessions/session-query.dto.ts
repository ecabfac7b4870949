import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';

/** Query of what is done in one session. */
export class SessionOnConnectionDto {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;
}

/** Query of `DELETE /api/studio/sessions/{id}`. */
export class SessionQueryDto {
  @ApiPropertyOptional({ example: 'shop' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  connection_id?: string;
}
