import { afterEach, expect, it } from '@jest/globals';
import type { FreezePreview } from '#libs/api';
import { Part } from '../../../../testing/part';
import { Loaded } from '../../../shared/http/loaded';
import { RefreezePreview } from './refreeze-preview';

afterEach(() => Part.clear());

it('shows nothing of other tables while it is asked for those that are chosen', async () => {
  let tables = 'all';
  let answer: (preview: FreezePreview) => void = () => undefined;
  const preview = new Loaded(
    () => new Promise<FreezePreview>((resolve) => (answer = resolve)),
    () => tables,
  );
  const part = await Part.show(RefreezePreview, { preview });
  const same: FreezePreview = { connection_id: 'shop', table_count: 1, summary: '', changes: [] };
  const reading = preview.load();
  answer(same);
  await reading;
  await part.settled();
  expect(part.text).toContain('already matches');
  tables = 'some';
  const readingAgain = preview.load();
  await part.settled();
  expect(part.text).not.toContain('already matches');
  expect(part.text).toContain('Reading the schema');
  answer(same);
  await readingAgain;
  await part.settled();
  expect(part.text).toContain('already matches');
});
