import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, NotContains, Validate, ValidatorConstraint } from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import type { RowInput } from '#libs/api';
import { AsSent } from '../../platform/index.js';

@ValidatorConstraint({ name: 'isRowValues' })
class RowValues implements ValidatorConstraintInterface {
  validate(values: unknown): boolean {
    if (typeof values !== 'object' || values === null || Array.isArray(values)) return false;
    return Object.values(values).every((value) => value === null || typeof value === 'string');
  }

  defaultMessage(): string {
    return 'values must map names of columns to texts or null';
  }
}

/** No database has it in a name, and Postgres answers with an error of the protocol. */
const NUL = '\0';

/** Body of `POST /api/studio/rows`. */
export class RowInputDto implements RowInput {
  @ApiProperty({ example: 'shop' })
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiPropertyOptional({ example: 'public', description: 'Left out, the default schema.' })
  @IsOptional()
  @IsString()
  @MaxLength(1000)
  @NotContains(NUL)
  schema?: string;

  @ApiProperty({ example: 'orders' })
  @IsString()
  @MaxLength(1000)
  @NotContains(NUL)
  table!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', nullable: true },
    example: { customer: 'Ann', note: null },
    description: "Columns and the database's own text for them, null for NULL; a column left out takes its default.",
  })
  @Validate(RowValues)
  @AsSent()
  values!: Record<string, string | null>;
}
