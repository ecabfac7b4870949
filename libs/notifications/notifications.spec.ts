import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  HEALTHY,
  NOTIFICATION_EVENTS,
  cut,
  digestOf,
  discordBody,
  emailParts,
  escapeTelegram,
  fitLines,
  fullAllowance,
  healthAfter,
  matchesSubscription,
  mayQuoteRows,
  mattermostBody,
  messageOf,
  nextStep,
  oneLine,
  outcomeOfStatus,
  reasonToDisable,
  refilled,
  retryAfterMs,
  slackBody,
  teamsBody,
  telegramBody,
  waitForOne,
} from './index.js';
import type { ChannelHealth, EventFacts, Message, NextStep, NotificationEvent, TryOutcome } from './index.js';

const AT = '2026-11-20T10:00:00.000Z';
const HOSTILE = '<!channel> @everyone *b* [x](http://evil) `c` &amp; <b>\u{1f480}\u0007\u202e "q" \'s\'';

function changed(count: number, name = (n: number) => `t${n}`): EventFacts {
  const changes = Array.from({ length: count }, (_, n) => ({ kind: 'table_added', summary: `+ table ${name(n)}` }));
  return {
    ...{ id: 'e1', event: 'schema.changed', title: 'Schema of Shop changed', occurredAt: AT },
    message: changes.map(({ summary }) => summary).join('; '),
    context: { connection_id: 'shop', connection_name: 'Shop', change_id: 'c1', changes },
  };
}
const message = (facts: EventFacts): Message => messageOf(facts, 'https://bench.example.org');

describe('messageOf', () => {
  it('puts a change into a paragraph of sentences, with a way back', () => {
    expect(message(changed(2))).toEqual({
      ...{ id: 'e1', event: 'schema.changed', label: 'Schema Changed', title: 'Schema of Shop changed', tone: 'plain' },
      ...{ lines: ['+ table t0', '+ table t1'], isParagraph: true, total: 2, occurredAt: AT },
      link: 'https://bench.example.org/schema-watch/shop',
    });
  });

  it('is one message of five hundred sentences for a hundred thousand changes', () => {
    const { lines, total } = message(changed(100_000));
    expect([lines.length, total]).toEqual([500, 100_000]);
  });

  it('describes a job with its error and duration', () => {
    const context = { job_id: 'j', run_id: 'a/b', duration_ms: 1234, error: 'disk full', outputs: [] };
    const facts: EventFacts = { ...changed(0), event: 'scheduler.job.error', message: 'It failed.', context };
    const { lines, link } = message(facts);
    expect(lines).toEqual(['It failed.', 'disk full', 'Took 1.2 s.']);
    expect(link).toBe('https://bench.example.org/jobs?run=a%2Fb');
  });

  it('does not report a run that a person cancelled as a failure', () => {
    const context = { run_id: 'r', cancelled_by: 'Ada', error: 'Cancelled by Ada.' };
    const cancelled: EventFacts = {
      ...changed(0),
      event: 'scheduler.job.error',
      message: 'Cancelled by Ada.',
      context,
    };
    expect(message(cancelled)).toMatchObject({ label: 'Job cancelled', tone: 'plain', lines: ['Cancelled by Ada.'] });
    const digest = digestOf('d', [cancelled], 'https://x');
    expect([digest.tone, digest.lines[0]]).toEqual(['plain', expect.stringMatching(/^Job cancelled — /)]);
  });

  it('leads from a step of a change set to the change set', () => {
    const context = { connection_id: 'shop', connection_name: 'Shop', change_id: 'a/b', hash: 'h', by: 'Ann' };
    const facts: EventFacts = {
      ...changed(0),
      event: 'change.proposed',
      message: 'Ann asks for an approval.',
      context,
    };
    expect(message(facts)).toMatchObject({
      ...{ label: 'Change proposed', lines: ['Ann asks for an approval.'], tone: 'plain' },
      link: 'https://bench.example.org/changes/a%2Fb',
    });
  });

  it('puts several events into one', () => {
    const digest = digestOf('d', [changed(1), { ...changed(3), event: 'contract.violated' }], 'https://x');
    expect(digest).toMatchObject({ event: 'digest', title: '2 events on Shop', total: 2, tone: 'bad' });
    expect(digest.lines[0]).toBe('Schema Changed — Schema of Shop changed: + table t0');
  });
});

describe('the title of a digest', () => {
  const on = (name: string): EventFacts => ({ ...changed(1), context: { connection_name: name } });

  it.each([
    [['Shop', 'Lake', 'Shop'], '3 events on Shop, Lake'],
    [['a', 'b', 'c', 'd', 'e'], '5 events on a, b, c and 2 more'],
    [['x'.repeat(300)], `1 events on ${'x'.repeat(59)}…`],
  ])('names the connections %j', (names, title) => {
    const digest = digestOf('d', names.map(on), 'https://x');
    expect(emailParts(digest).subject).toBe(title.replace(/^1 events/, '1 event'));
  });
});

describe('the subject of an e-mail', () => {
  const LONG = `${'x'.repeat(79)}…`;
  const titles: readonly (readonly [NotificationEvent, string])[] = [
    ['schema.changed', 'Schema changed: Shop'],
    ['contract.violated', 'Contract violated: Shop API on Shop'],
    ['contract.violated', `Contract violated: ${LONG} on Shop`],
    ['contract.restored', 'Contract restored: Shop API on Shop'],
    ['change.proposed', '1 row of public.people on Shop was proposed'],
    ['change.applied', '1 row of public.people on Shop was applied'],
    ['change.refused', '1 row of public.people on Shop was refused'],
    ['change.undone', `${LONG} on Shop was undone`],
  ];
  const factsOf = ([event, title]: (typeof titles)[number]): EventFacts => ({ ...changed(1), event, title });

  it.each(titles)('of %s is its title, with the name of the connection: %s', (event, title) => {
    expect(emailParts(message(factsOf([event, title]))).subject).toBe(title);
  });

  it('of a digest of them names the connection', () => {
    const digest = digestOf('d', titles.map(factsOf), 'https://x');
    expect(emailParts(digest).subject).toBe('8 events on Shop');
  });
});

describe('each format', () => {
  const formats: readonly (readonly [string, (message: Message) => unknown, number])[] = [
    ['slack', slackBody, 8000],
    ['discord', discordBody, 6000],
    ['teams', teamsBody, 28_000],
    ['telegram', (one) => telegramBody('1', one), 5000],
    ['mattermost', mattermostBody, 16_383],
  ];
  const paragraphs: readonly (readonly [string, (message: Message) => unknown])[] = [
    ...formats.map(([name, format]) => [name, format] as const),
    ['e-mail text', (one) => emailParts(one).text],
    ['e-mail HTML', (one) => emailParts(one).html],
  ];
  const violated = (summaries: readonly string[]): EventFacts => {
    const items = summaries.map((summary) => ({ summary }));
    return { ...changed(0), event: 'contract.violated', context: { items } };
  };

  it.each(formats)('%s keeps within its length for whatever names', (_, format, max) => {
    const name = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 40 }), (names) => {
        const facts = { ...changed(names.length, (n) => names[n] ?? ''), title: names[0] ?? '' };
        const text = JSON.stringify(format(message(facts)));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max * 3);
      }),
      { numRuns: 50 },
    );
    const long = format(message(changed(1000, () => HOSTILE.repeat(100))));
    expect(JSON.stringify(long).length).toBeLessThanOrEqual(max);
  });

  it.each(paragraphs)('%s says how many there are beyond those shown', (_, format) => {
    const broken = violated(Array.from({ length: 1000 }, (__, n) => `t${n}: table no longer exists`));
    for (const facts of [changed(1000), broken]) {
      expect(JSON.stringify(format(message(facts)))).toMatch(/; … and \d{3} more/);
    }
  });

  it.each(paragraphs)('%s carries the paragraph of semicolons', (_, format) => {
    const shown = JSON.stringify(format(message(changed(3)))).replaceAll('\\', '');
    expect(shown).toContain('+ table t0; + table t1; + table t2');
    const facts = violated(['a: table no longer exists', 'b: table no longer exists']);
    const broken = JSON.stringify(format(message(facts))).replaceAll('\\', '');
    expect(broken).toContain('a: table no longer exists; b: table no longer exists');
  });

  const hostile = message({ ...changed(1, () => HOSTILE), title: HOSTILE });

  it('slack mentions nobody and links nowhere', () => {
    const { text, blocks } = slackBody(hostile) as { text: string; blocks: { text?: { type: string } }[] };
    expect(text).toContain('&lt;!channel&gt;');
    expect(blocks.map((block) => block.text?.type)).toEqual(['plain_text', 'plain_text', undefined, undefined]);
  });

  it('discord allows no mention', () => {
    const body = discordBody(hostile) as { allowed_mentions: object; embeds: { description: string }[] };
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.embeds[0]?.description).toContain('\\*b\\* \\[x\\]\\(http\\://evil\\)');
    expect(body.embeds[0]?.description).toContain('\\@everyone');
  });

  it('telegram reads no tag of a name', () => {
    const { text } = telegramBody('1', hostile) as { text: string };
    expect(text.match(/<[^>]*>/g)).toEqual(['<b>', '</b>', '<i>', '</i>', expect.stringMatching('^<a href='), '</a>']);
  });

  it.each<[string, string]>([
    ['@boss', '@\u2060boss'],
    ['see https://evil.example/x', 'see https://\u2060evil.\u2060example/x'],
    ['evil.com', 'evil.\u2060com'],
    ['/drop now /all', '/\u2060drop now /\u2060all'],
    ['numeric(10,2) 1.5 a/b v1.x', 'numeric(10,2) 1.5 a/b v1.x'],
    ['a "b" & <c>', 'a &quot;b&quot; &amp; &lt;c&gt;'],
  ])('telegram finds nobody and no address in %s', (text, expected) => {
    expect(escapeTelegram(text)).toBe(expected);
  });

  it('mattermost calls nobody', () => {
    expect(JSON.stringify(mattermostBody(hostile))).not.toMatch(/@(?:everyone|all|channel)/);
  });

  it('teams links nowhere but back', () => {
    expect(JSON.stringify(teamsBody(hostile))).not.toContain('[x](');
  });

  it('e-mail has one line of subject and no tag of a name', () => {
    const { subject, html, text } = emailParts(message({ ...changed(1, () => HOSTILE), title: 'a\r\nBcc: x@y.z' }));
    expect(subject).toBe('a Bcc: x@y.z');
    expect(emailParts(message(changed(3))).text).toContain('\n+ table t0; + table t1; + table t2\n');
    expect(html).toContain('&lt;!channel&gt; @everyone');
    expect(html).not.toContain('<b>');
    expect(text).toContain('<!channel>');
  });
});

describe('text', () => {
  it.each([
    ['a\nb\tc', 'a b c'],
    ['a\u0000b\u001bc', 'a\ufffdb\ufffdc'],
    ['\u202egnp.exe', '\ufffdgnp.exe'],
    ['\u{1f480}', '\u{1f480}'],
    ['\ud83d', '\ufffd'],
  ])('%j is shown as %j', (text, shown) => expect(oneLine(text)).toBe(shown));

  it('is cut between characters, never longer than allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, max) => {
        const part = cut(text, max);
        expect(part.length).toBeLessThanOrEqual(Math.max(max, 0));
        expect(part).not.toMatch(/[\ud800-\udfff]/u);
      }),
    );
  });

  it('of lines is never longer than allowed', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 30, max: 200 }), (lines, max) => {
        const escape = (line: string) => line.replace(/./g, '\\$&');
        for (const isParagraph of [false, true]) {
          const list = { lines, total: lines.length + 3, isParagraph };
          expect(fitLines(list, { max, escape, bullet: '- ' }).length).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});

describe('what is done after a try', () => {
  const DAY = 86_400_000;
  it.each<[TryOutcome, number, number, number | null, NextStep]>([
    ['accepted', 1, 0, null, { kind: 'delivered' }],
    ['partly', 1, 0, null, { kind: 'again', inMs: 5000 }],
    ['partly', 9, 3 * DAY, null, { kind: 'given-up' }],
    ['withheld', 1, 0, null, { kind: 'given-up' }],
    ['redirected', 1, 0, null, { kind: 'again', inMs: 30_000 }],
    ['redirected', 2, 0, null, { kind: 'given-up' }],
    ['forbidden', 1, 0, null, { kind: 'again', inMs: 30_000 }],
    ['forbidden', 2, 0, null, { kind: 'given-up' }],
    ['gone', 1, 0, null, { kind: 'disable' }],
    ['busy', 1, 0, 7000, { kind: 'again', inMs: 7000 }],
    ['busy', 1, 0, 9 * DAY, { kind: 'again', inMs: DAY }],
    ['busy', 1, 0, 0, { kind: 'again', inMs: 5000 }],
    ['busy', 4, 0, 0, { kind: 'again', inMs: 600_000 }],
    ['busy', 9, 0, 1000, { kind: 'again', inMs: 600_000 }],
    ['busy', 9, 0, 700_000, { kind: 'again', inMs: 700_000 }],
    ['busy', 1, 0, null, { kind: 'again', inMs: 5000 }],
    ['refused', 1, 0, null, { kind: 'again', inMs: 30_000 }],
    ['refused', 2, 0, null, { kind: 'given-up' }],
    ['failing', 1, 0, null, { kind: 'again', inMs: 5000 }],
    ['failing', 2, 0, null, { kind: 'again', inMs: 30_000 }],
    ['failing', 50, 2 * DAY, null, { kind: 'again', inMs: 8 * 3_600_000 }],
    ['failing', 2, 3 * DAY, null, { kind: 'given-up' }],
    ['busy', 2, 3 * DAY, 1000, { kind: 'given-up' }],
  ])('%s, try %d, %d ms old, Retry-After %s', (outcome, tries, ageMs, asked, step) => {
    expect(nextStep({ outcome, tries, ageMs, retryAfterMs: asked }, 0.5)).toEqual(step);
  });

  it('is spread over a fifth to either side', () => {
    const tried = { outcome: 'failing', tries: 1, ageMs: 0, retryAfterMs: null } as const;
    expect([nextStep(tried, 0), nextStep(tried, 1)]).toEqual([
      { kind: 'again', inMs: 4000 },
      { kind: 'again', inMs: 6000 },
    ]);
  });

  it.each<[number, TryOutcome]>([
    [200, 'accepted'],
    [202, 'accepted'],
    [204, 'accepted'],
    [301, 'redirected'],
    [302, 'redirected'],
    [400, 'refused'],
    [401, 'refused'],
    [404, 'refused'],
    [408, 'failing'],
    [410, 'gone'],
    [429, 'busy'],
    [500, 'failing'],
    [503, 'busy'],
    [599, 'failing'],
    [100, 'failing'],
  ])('%d is %s', (status, outcome) => expect(outcomeOfStatus(status)).toBe(outcome));

  it.each<[string | undefined, number | null]>([
    ['7', 7000],
    ['0.5', 500],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    ['', null],
    [undefined, null],
  ])('Retry-After %s asks for %s ms', (header, ms) => expect(retryAfterMs(header, Date.parse(AT))).toBe(ms));
});

describe('a channel that fails', () => {
  const after = (outcomes: readonly TryOutcome[], stepMs: number) =>
    outcomes.reduce<ChannelHealth>(
      (health, outcome, n) => healthAfter(health, { outcome, isGivenUp: false, retryAfterMs: null }, n * stepMs),
      HEALTHY,
    );
  const busy = (health: ChannelHealth, retryAfterMs: number | null, nowMs = 0) =>
    healthAfter(health, { outcome: 'busy', isGivenUp: false, retryAfterMs }, nowMs);

  it('rests from the fifth failure on, each time twice as long, up to an hour', () => {
    expect(after(Array<TryOutcome>(4).fill('failing'), 0).closedUntil).toBeNull();
    expect(after(Array<TryOutcome>(5).fill('failing'), 0).closedUntil).toBe(30_000);
    expect(after(Array<TryOutcome>(6).fill('failing'), 30_000).closedUntil).toBe(150_000 + 60_000);
    const long = after(Array<TryOutcome>(15).fill('failing'), 7_200_000);
    expect(long.closedUntil).toBe(14 * 7_200_000 + 3_600_000);
  });

  it('counts what was under way when it began to rest as one trouble', () => {
    expect(after(Array<TryOutcome>(50).fill('failing'), 1).failures).toBe(5);
  });

  it('is well again after one message that was taken', () => {
    expect(after(['failing', 'failing', 'partly'], 0)).toEqual(HEALTHY);
    expect(after(['failing', 'withheld', 'withheld'], 0)).toEqual({ ...HEALTHY, failures: 1 });
    expect(after(['failing', 'failing', 'accepted'], 0)).toEqual(HEALTHY);
    expect(after([...Array<TryOutcome>(5).fill('failing'), 'accepted'], 0)).toEqual(HEALTHY);
  });

  it.each<[number | null, number]>([
    [null, 5_000],
    [0, 1_000],
    [60_000, 60_000],
    [10 * 365 * 86_400_000, 3_600_000],
  ])('rests as long as a busy receiver asks: %s', (asked, closedUntil) => {
    expect(busy(HEALTHY, asked)).toEqual({ ...HEALTHY, closedUntil });
    expect(busy(busy(HEALTHY, asked), null)).toEqual({ ...HEALTHY, closedUntil: Math.max(closedUntil, 5_000) });
  });

  it('goes on resting where a busy receiver takes what was under way', () => {
    const resting = busy(HEALTHY, 60_000);
    const accepted = { outcome: 'accepted', isGivenUp: false, retryAfterMs: null } as const;
    expect(healthAfter(resting, accepted, 10)).toEqual(resting);
    expect(healthAfter(resting, accepted, 60_000)).toEqual(HEALTHY);
  });

  it('is disabled after twenty failures, or five messages given up, in a row', () => {
    expect(reasonToDisable(after(Array<TryOutcome>(19).fill('failing'), 7_200_000))).toBeNull();
    expect(reasonToDisable(after(Array<TryOutcome>(20).fill('failing'), 7_200_000))).toMatch('20 attempts');
    expect(reasonToDisable({ ...HEALTHY, givenUp: 4 })).toBeNull();
    expect(reasonToDisable({ ...HEALTHY, givenUp: 5 })).toMatch('5 messages');
  });
});

describe('a rate', () => {
  it('is never exceeded over a minute beyond its burst', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2000), { maxLength: 300 }), fc.integer({ min: 1, max: 100 }), (gaps, perMinute) => {
        let [now, sent, allowance] = [0, 0, fullAllowance(perMinute, 0)];
        for (const gap of gaps) {
          now += gap;
          allowance = refilled(allowance, perMinute, now);
          if (waitForOne(allowance, perMinute) > 0) continue;
          allowance = { ...allowance, tokens: allowance.tokens - 1 };
          sent += 1;
        }
        expect(sent).toBeLessThanOrEqual((now / 60_000) * perMinute + Math.max(1, perMinute / 4) + 1e-6);
      }),
    );
  });

  it('says when the next may be sent', () => expect(waitForOne({ tokens: 0.5, at: 0 }, 60)).toBe(500));
});

describe('matchesSubscription', () => {
  const all = { connectionIds: null, jobIds: null };
  const change = { event: 'schema.changed', connectionId: 'shop', jobId: null } as const;
  const job = { event: 'scheduler.job.error', connectionId: 'shop', jobId: 'j1' } as const;
  it.each([
    ['an event that is subscribed', { ...all, events: ['schema.changed'] }, change, true],
    ['another event', { ...all, events: ['contract.violated'] }, change, false],
    ['a connection that is named', { ...all, events: ['schema.changed'], connectionIds: ['shop'] }, change, true],
    ['another connection', { ...all, events: ['schema.changed'], connectionIds: ['lake'] }, change, false],
    ['a job that is named', { ...all, events: ['scheduler.job.error'], jobIds: ['j1'] }, job, true],
    ['another job', { ...all, events: ['scheduler.job.error'], jobIds: ['j2'] }, job, false],
    ['no job, where jobs are named', { ...all, events: ['schema.changed'], jobIds: ['j2'] }, change, true],
    [
      'a job without a connection, where connections are named',
      { ...all, events: ['scheduler.job.error'], connectionIds: ['shop'] },
      { ...job, connectionId: null },
      false,
    ],
  ] as const)('%s', (_, filter, subject, expected) => expect(matchesSubscription(filter, subject)).toBe(expected));
});

describe('mayQuoteRows', () => {
  it('is true of what fails with an error of a database, and of nothing else', () => {
    expect(NOTIFICATION_EVENTS.filter(mayQuoteRows)).toEqual(['scheduler.job.error', 'core.backup.failed']);
  });
});
