import { expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ApiTokenDto } from './auth/dto/profile.dto.js';
import { AcceptDto } from './auth/dto/sign-in.dto.js';
import { InvitationDto, UserChangeDto } from './auth/dto/users.dto.js';
import { FreezeDto } from './contracts/contracts.controller.js';
import { ChannelDto } from './notifications/dto.js';
import { PipelineDto } from './pipelines/pipeline.dto.js';
import { JobUpdateDto, JobDto } from './scheduler/dto/job.dto.js';
import { DraftDto } from './studio/dto/draft.dto.js';
import { SavedQueryDto } from './studio/dto/saved-query.dto.js';

const NAMED = [
  ...[ApiTokenDto, AcceptDto, InvitationDto, UserChangeDto, FreezeDto, ChannelDto, PipelineDto],
  ...[JobUpdateDto, JobDto, SavedQueryDto],
] as readonly (new () => { name?: string })[];

/** The name as it is taken; null where it is refused. */
function taken(body: new () => { name?: string }, name: string): string | null {
  const instance = plainToInstance(body, { name });
  const isRefused = validateSync(instance).some(({ property }) => property === 'name');
  return isRefused ? null : (instance.name ?? null);
}

it.each(NAMED.map((body) => [body.name, body] as const))(
  '%s takes no blank name, and none with blanks around it',
  (_, body) => {
    expect(['', '  ', '\t\n', ' Billing ', 'a  b'].map((name) => taken(body, name))).toEqual([
      null,
      null,
      null,
      'Billing',
      'a  b',
    ]);
  },
);

const IN_ONE_LINE = NAMED.filter((body) => body !== FreezeDto);

it.each(IN_ONE_LINE.map((body) => [body.name, body] as const))('%s takes a name in one line only', (_, body) => {
  expect(['a\0b', 'a\nb', 'a\u0085b', 'a\u2028b', 'a\ud800', '😀 é'].map((name) => taken(body, name))).toEqual([
    ...[null, null, null, null, null],
    '😀 é',
  ]);
});

it.each([
  [null, null],
  ['', null],
  ['  ', null],
  [' Report ', 'Report'],
])('a tab with the title %j has %j', (title, kept) => {
  expect(plainToInstance(DraftDto, { title }).title).toBe(kept);
});
