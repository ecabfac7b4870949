import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Validate,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import type { LayerStyle, TileLayerChange, TileLayerSettings } from '#libs/api';
import { isLayerStyle } from '#libs/tiles';

@ValidatorConstraint({ name: 'layerStyle' })
class IsLayerStyle implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return isLayerStyle(value);
  }

  defaultMessage(): string {
    return 'style must be single, category or graduated, with colours as #rrggbb';
  }
}

/** What is left out stays, null leaves it to the workbench. */
class LayerSettingsDto implements Partial<TileLayerSettings> {
  @ApiPropertyOptional({ type: String, nullable: true, description: 'The geometry column that is drawn.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  geometry_column?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'The integer column that numbers the features.' })
  @IsOptional()
  @IsString()
  @MaxLength(200)
  id_column?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 500 })
  @IsOptional()
  @IsString()
  @MaxLength(500)
  attribution?: string | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true })
  @IsOptional()
  @Validate(IsLayerStyle)
  style?: LayerStyle | null;
}

/** Body of `PUT /api/tiles/{query_id}/layer`. */
export class LayerChangeDto extends LayerSettingsDto implements TileLayerChange {
  @ApiPropertyOptional({
    type: LayerSettingsDto,
    description: 'The settings that the change began with. Where others are in force, nothing is changed.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  @Type(() => LayerSettingsDto)
  expected?: LayerSettingsDto;
}
