import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import { REJECT_MODES } from '#libs/api';
import type {
  FolderCopy,
  ImportMapping,
  ImportPart,
  ImportReading,
  ImportRequest,
  NewImport,
  RejectMode,
} from '#libs/api';
import { DATE_ORDERS, DECIMAL_SIGNS, DELIMITER_RULE, FILE_ENCODINGS, isDelimiter } from '#libs/files';
import type { DateOrder, DecimalSign, FileEncoding } from '#libs/files';
import { WholeNumber } from '../platform/index.js';

/** Longer names are none of a database. */
const MAX_NAME = 1_000;
/** More than a table of any engine has. */
export const MAX_IMPORT_COLUMNS = 2_000;

@ValidatorConstraint({ name: 'delimiter' })
class Delimiter implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && isDelimiter(value);
  }

  defaultMessage(): string {
    return DELIMITER_RULE;
  }
}

/** Body of `POST /api/imports`. */
export class NewImportDto implements NewImport {
  @ApiProperty({ example: 'orders.csv' })
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  file_name!: string;

  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes of the whole file.',
  })
  @IsInt()
  @Min(1, { message: 'The file is empty.' })
  @Max(Number.MAX_SAFE_INTEGER)
  size_bytes!: number;

  @ApiPropertyOptional({
    nullable: true,
    description:
      'When the file was changed last, in milliseconds since 1970. An upload goes on with the same file only.',
  })
  @IsOptional()
  @WholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  last_modified: number | null = null;
}

/** Query of `PUT /api/imports/{id}/file`. */
export class ImportPartDto implements ImportPart {
  @ApiProperty({ description: 'Where the part begins: the bytes that have arrived before.' })
  @Type(() => Number)
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  offset!: number;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'Who sends the file, a name for each beginning. Of several the latest goes on; the others get 409.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  sender?: string;
}

/** Body of `POST /api/imports/{id}/read`. */
export class ImportReadingDto implements ImportReading {
  @ApiProperty({ enum: FILE_ENCODINGS })
  @IsIn(FILE_ENCODINGS)
  encoding!: FileEncoding;

  @ApiProperty({ type: Boolean, nullable: true })
  @ValidateIf(({ header }: ImportReadingDto) => header !== null)
  @IsBoolean()
  header!: boolean | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'One character; without it, it is found out.' })
  @ValidateIf(({ delimiter }: ImportReadingDto) => delimiter !== null)
  @Validate(Delimiter)
  delimiter: string | null = null;

  @ApiProperty({ type: String, nullable: true })
  @ValidateIf(({ sheet }: ImportReadingDto) => sheet !== null)
  @IsString()
  @MaxLength(MAX_NAME)
  sheet!: string | null;

  @ApiPropertyOptional({ enum: DATE_ORDERS, nullable: true, description: 'Without it, it is found out.' })
  @IsOptional()
  @IsIn(DATE_ORDERS)
  date_order: DateOrder | null = null;

  @ApiPropertyOptional({ enum: DECIMAL_SIGNS, nullable: true, description: 'Without it, it is found out.' })
  @IsOptional()
  @IsIn(DECIMAL_SIGNS)
  decimal: DecimalSign | null = null;
}

/** A column of the table and the column of the file that fills it. */
export class ImportMappingDto implements ImportMapping {
  @ApiProperty()
  @IsString()
  @MaxLength(MAX_NAME)
  source!: string;

  @ApiProperty()
  @IsString()
  @MaxLength(MAX_NAME)
  target!: string;

  @ApiPropertyOptional({ description: 'The type of a column of a new table.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  type?: string;

  @ApiPropertyOptional({ description: 'False: a column of a new table is NOT NULL.' })
  @IsOptional()
  @IsBoolean()
  nullable?: boolean;
}

/** Body of `POST /api/imports/{id}/start`. */
export class ImportRequestDto implements ImportRequest {
  @ApiProperty()
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty()
  @IsString()
  @MaxLength(MAX_NAME)
  schema!: string;

  @ApiProperty()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_NAME)
  table!: string;

  @ApiProperty({ description: 'Whether the table is created.' })
  @IsBoolean()
  is_new!: boolean;

  @ApiProperty({ type: [ImportMappingDto] })
  @IsArray()
  @ArrayMaxSize(MAX_IMPORT_COLUMNS)
  @ValidateNested({ each: true })
  @Type(() => ImportMappingDto)
  columns!: ImportMappingDto[];

  @ApiProperty({
    enum: REJECT_MODES,
    description: '`stop`: all rows or none. `skip`: the rows that the database takes.',
  })
  @IsIn(REJECT_MODES)
  on_reject!: RejectMode;

  @ApiPropertyOptional({
    description: 'The rows become a change set of a table that exists; nothing is written before it is applied.',
    default: false,
  })
  @IsOptional()
  @IsBoolean()
  as_change?: boolean;
}

/** Body of `POST /api/imports/{id}/copy`. */
export class FolderCopyDto implements FolderCopy {
  @ApiProperty()
  @IsString()
  @MaxLength(200)
  connection_id!: string;

  @ApiProperty({ example: 'orders.csv' })
  @IsString()
  @MinLength(1)
  @MaxLength(255)
  file_name!: string;

  @ApiProperty({ description: 'Whether the file takes the place of one with this name.' })
  @IsBoolean()
  replaces!: boolean;
}
