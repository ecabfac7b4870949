import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsString, MaxLength, Min } from 'class-validator';
import type { CompletionRequest } from '#libs/api';

/** Query of `GET /api/studio/completion`. */
export class CompletionQueryDto {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  connection_id!: string;
}

/** Body of `POST /api/studio/complete`. */
export class CompletionRequestDto extends CompletionQueryDto implements CompletionRequest {
  @ApiProperty({ example: 'SELECT * FROM ord' })
  @IsString()
  sql!: string;

  @ApiProperty({ description: 'Where the cursor stands, from 0, in UTF-16 code units.', example: 17 })
  @Min(0)
  @IsInt()
  offset!: number;
}
