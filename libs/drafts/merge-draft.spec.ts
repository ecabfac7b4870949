import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mergeDraft } from './merge-draft.js';
import type { DraftStep, LocalDraft, RemoteDraft } from './merge-draft.js';
import { textMark } from './text-mark.js';

const ME = 'this browser';
const agreed = (sql: string, version: number, labels = 'shop') => ({ version, mark: textMark(sql), labels });
const here = (
  sql: string,
  met: LocalDraft['agreed'] = null,
  labels = 'shop',
  edits: LocalDraft['edits'] = 'none',
): LocalDraft => ({ sql, labels, edits, agreed: met, older: null });
const behind = (sql: string, met: LocalDraft['agreed'], older: LocalDraft['older'] = 'unchanged'): LocalDraft => ({
  ...here(sql, met),
  older,
});
const there = (sql: string, version: number, writer: string | null = 'another', labels = 'shop'): RemoteDraft => ({
  kind: 'open',
  sql,
  labels,
  version,
  writer,
});
const CLOSED: RemoteDraft = { kind: 'closed' };
const UNKNOWN: RemoteDraft = { kind: 'unknown' };
const send = (version: number): DraftStep => ({ kind: 'send', version });

describe('mergeDraft', () => {
  it.each<[string, LocalDraft | null, RemoteDraft, DraftStep]>([
    ['a tab of another browser is taken', null, there('a', 1), { kind: 'take' }],
    ['a tab that nobody has is nothing', null, UNKNOWN, { kind: 'nothing' }],
    ['a closed tab stays closed', null, CLOSED, { kind: 'nothing' }],
    ['a blank tab is not sent', here(' \n'), UNKNOWN, { kind: 'nothing' }],
    ['a blank tab with staged edits is sent', here('', null, 'shop', 'unsent'), UNKNOWN, send(0)],
    ['a blank tab with staged edits meets a text', here('', null, 'shop', 'unsent'), there('a', 1), { kind: 'ask' }],
    ['closed elsewhere, edits staged here', here('a', agreed('a', 7), 'shop', 'unsent'), CLOSED, send(0)],
    ['closed elsewhere with its edits', here('a', agreed('a', 7), 'shop', 'sent'), CLOSED, { kind: 'close' }],
    ['a new text is sent', here('a'), UNKNOWN, send(0)],
    ['a text that the server has lost is sent again', here('a', agreed('a', 7)), UNKNOWN, send(0)],
    ['an emptied text is sent again, too', here('', agreed('a', 7)), UNKNOWN, send(0)],
    ['closed elsewhere, untouched here', here('a', agreed('a', 7)), CLOSED, { kind: 'close' }],
    ['closed elsewhere, typed in here', here('ab', agreed('a', 7)), CLOSED, send(0)],
    ['closed elsewhere, never met', here('a'), CLOSED, send(0)],
    ['both alike', here('a', agreed('a', 7)), there('a', 7), { kind: 'nothing' }],
    ['typed in here', here('ab', agreed('a', 7)), there('a', 7), send(7)],
    ['renamed here', here('a', agreed('a', 7, 'old')), there('a', 7), send(7)],
    ['renamed there', here('a', agreed('a', 7)), there('a', 8, 'another', 'new'), { kind: 'take' }],
    ['renamed here and there', here('a', agreed('a', 7, 'old')), there('a', 8, 'another', 'new'), send(8)],
    ['typed in there', here('a', agreed('a', 7)), there('ab', 8), { kind: 'take' }],
    ['typed in on both sides', here('ab', agreed('a', 7)), there('ac', 8), { kind: 'ask' }],
    ['typed in on both sides, the same', here('ab', agreed('a', 7)), there('ab', 8), { kind: 'agree' }],
    ['renamed here, typed in there', here('a', agreed('a', 7, 'old')), there('ac', 8), { kind: 'ask' }],
    ['renamed here, only the cursor moved there', here('a', agreed('a', 7, 'old')), there('a', 8), send(8)],
    ['typed in here, only the cursor moved there', here('ab', agreed('a', 7)), there('a', 8), send(8)],
    ['typed on after a receipt that was lost', here('abc', agreed('a', 7)), there('ab', 8, ME), send(8)],
    ['typed on after the first receipt was lost', here('ab'), there('a', 1, ME), send(1)],
    ['the first receipt was lost', here('a'), there('a', 1, ME), { kind: 'agree' }],
    ['a blank tab meets a text', here(''), there('a', 1), { kind: 'take' }],
    ['an unknown past meets another text', here('b'), there('a', 1), { kind: 'ask' }],
    ['an older copy', behind('', agreed('a', 7)), there('a', 7), { kind: 'take' }],
    ['an older copy whose record was lost', behind('b', null), there('a', 7, ME), { kind: 'take' }],
    ['an older copy, typed in there since', behind('', agreed('a', 7)), there('ac', 8), { kind: 'take' }],
    ['an older copy that was typed in', behind('b', agreed('a', 7), 'changed'), there('a', 7), { kind: 'ask' }],
    ['an older copy of a closed tab', behind('', agreed('a', 7)), CLOSED, { kind: 'close' }],
    ['an older copy of a tab that the server has lost', behind('b', agreed('a', 7)), UNKNOWN, send(0)],
    ['the server went back in time', here('ab', agreed('ab', 7)), there('a', 3), { kind: 'ask' }],
    ['the server went back to an equal text', here('a', agreed('a', 7)), there('a', 3), { kind: 'agree' }],
  ])('%s', (_, local, remote, step) => {
    expect(mergeDraft(local, remote, ME)).toEqual(step);
  });

  it('never gives up a text that was typed here: it is sent over a text known here, or a person is asked', () => {
    const text = fc.constantFrom('', 'a', 'b', 'c');
    const version = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(text, text, text, version, version, (mine, met, theirs, metVersion, theirVersion) => {
        fc.pre(mine !== met && mine !== theirs && theirs !== met && metVersion !== theirVersion);
        const step = mergeDraft(here(mine, agreed(met, metVersion)), there(theirs, theirVersion), ME);
        expect(step).toEqual({ kind: 'ask' });
      }),
    );
  });
});
