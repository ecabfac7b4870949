import { ApiProperty } from '@nestjs/swagger';
import { Validate, ValidatorConstraint } from 'class-validator';
import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator';
import type { Snippet } from '#libs/api';
import { SNIPPET_LIMITS, snippetNameMistake, snippetTextMistake } from '#libs/settings';

@ValidatorConstraint({ name: 'snippetName' })
class SnippetName implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && snippetNameMistake(value) === null;
  }

  defaultMessage({ value }: ValidationArguments): string {
    return typeof value === 'string' ? (snippetNameMistake(value) ?? '') : 'name must be a string';
  }
}

@ValidatorConstraint({ name: 'snippetText' })
class SnippetText implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && snippetTextMistake(value) === null;
  }

  defaultMessage({ value }: ValidationArguments): string {
    return typeof value === 'string' ? (snippetTextMistake(value) ?? '') : 'text must be a string';
  }
}

/** Body of `PUT /api/settings/snippets/{name}`. */
export class SnippetDto implements Snippet {
  @ApiProperty({ example: 'top10', maxLength: SNIPPET_LIMITS.nameCharacters })
  @Validate(SnippetName)
  name!: string;

  @ApiProperty({
    example: 'SELECT * FROM ${1:table} ORDER BY ${2:column} DESC LIMIT 10',
    maxLength: SNIPPET_LIMITS.textCharacters,
  })
  @Validate(SnippetText)
  text!: string;
}
