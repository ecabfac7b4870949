import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength, Validate, ValidatorConstraint } from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import type { LayerStyle, TileLayerSettings } from '#libs/api';
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

/** Body of `PUT /api/tiles/{query_id}/layer`; what is left out stays, null leaves it to the workbench. */
export class LayerSettingsDto implements Partial<TileLayerSettings> {
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
