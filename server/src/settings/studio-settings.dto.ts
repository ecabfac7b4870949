import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsDefined,
  IsIn,
  IsObject,
  IsString,
  MaxLength,
  Validate,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';
import { EDITOR_KEYMAPS, KEYWORD_CASES, THEME_CHOICES, TIME_DISPLAYS } from '#libs/api';
import type { Basemap, EditorKeymap, KeywordCase, StudioSettings, ThemeSetting, TimeDisplay } from '#libs/api';
import {
  BASEMAP_ATTRIBUTION_CHARACTERS,
  basemapMistake,
  EDITOR_FONT_SIZES,
  EDITOR_TAB_SIZES,
  PREVIEW_LIMITS,
  STUDIO_DEFAULTS,
} from '#libs/settings';
import { WholeNumber } from '../platform/index.js';

@ValidatorConstraint({ name: 'basemapUrl' })
class BasemapUrl implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && basemapMistake(value) === null;
  }

  defaultMessage({ value }: ValidationArguments): string {
    return typeof value === 'string' ? (basemapMistake(value) ?? '') : 'url must be a string';
  }
}

class BasemapDto implements Basemap {
  @ApiProperty({ example: 'https://tile.example.org/{z}/{x}/{y}.png' })
  @Validate(BasemapUrl)
  url!: string;

  @ApiPropertyOptional({ type: String, maxLength: BASEMAP_ATTRIBUTION_CHARACTERS, default: '' })
  @MaxLength(BASEMAP_ATTRIBUTION_CHARACTERS)
  @IsString()
  attribution = '';
}

/** Body of `PUT /api/settings/studio`. */
export class StudioSettingsDto implements StudioSettings {
  @ApiPropertyOptional({ default: STUDIO_DEFAULTS.preview_limit })
  @WholeNumber(PREVIEW_LIMITS.min, PREVIEW_LIMITS.max)
  preview_limit = STUDIO_DEFAULTS.preview_limit;

  @ApiPropertyOptional({ default: STUDIO_DEFAULTS.editor_font_size, description: 'In CSS pixels.' })
  @WholeNumber(EDITOR_FONT_SIZES.min, EDITOR_FONT_SIZES.max)
  editor_font_size = STUDIO_DEFAULTS.editor_font_size;

  @ApiPropertyOptional({ type: Boolean, default: STUDIO_DEFAULTS.editor_word_wrap })
  @IsBoolean()
  editor_word_wrap = STUDIO_DEFAULTS.editor_word_wrap;

  @ApiPropertyOptional({ default: STUDIO_DEFAULTS.editor_tab_size, description: 'In spaces.' })
  @WholeNumber(EDITOR_TAB_SIZES.min, EDITOR_TAB_SIZES.max)
  editor_tab_size = STUDIO_DEFAULTS.editor_tab_size;

  @ApiPropertyOptional({ type: Boolean, default: STUDIO_DEFAULTS.format_on_save })
  @IsBoolean()
  format_on_save = STUDIO_DEFAULTS.format_on_save;

  @ApiPropertyOptional({ enum: KEYWORD_CASES, default: STUDIO_DEFAULTS.keyword_case })
  @IsIn(KEYWORD_CASES)
  keyword_case: KeywordCase = STUDIO_DEFAULTS.keyword_case;

  @ApiPropertyOptional({ enum: EDITOR_KEYMAPS, default: STUDIO_DEFAULTS.editor_keymap })
  @IsIn(EDITOR_KEYMAPS)
  editor_keymap: EditorKeymap = STUDIO_DEFAULTS.editor_keymap;

  @ApiPropertyOptional({ type: BasemapDto, nullable: true, default: null })
  @ValidateIf((_, value) => value !== null)
  @IsDefined()
  @IsObject()
  @ValidateNested()
  @Type(() => BasemapDto)
  basemap: BasemapDto | null = null;

  @ApiPropertyOptional({ enum: THEME_CHOICES, nullable: true, default: null })
  @ValidateIf((_, value) => value !== null)
  @IsIn(THEME_CHOICES)
  theme: ThemeSetting | null = null;

  @ApiPropertyOptional({ enum: TIME_DISPLAYS, default: STUDIO_DEFAULTS.time_display })
  @IsIn(TIME_DISPLAYS)
  time_display: TimeDisplay = STUDIO_DEFAULTS.time_display;
}
