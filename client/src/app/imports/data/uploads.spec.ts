import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataImport } from '#libs/api';
import { problemDocument } from '#libs/problem';
import type { ProblemCode } from '#libs/problem';
import { providePage, requestTo } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { Uploads } from './uploads';

const ADDRESS = '/api/imports/i';
const FILE = new File(['0123456789'], 'digits.csv');
const record = (received: number): DataImport => ({ id: 'i', received_bytes: received }) as DataImport;

/** The simulated page has no reading of files. */
Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(1));

let uploads: Uploads;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  TestBed.configureTestingModule({ providers: providePage() });
  uploads = TestBed.inject(Uploads);
  uploads.resume(record(0), FILE);
});
afterEach(() => {
  jest.useRealTimers();
  Part.clear();
});

/** Refuses the part that is being sent, and lets the time of a retry pass. */
async function refuse(code: ProblemCode, status: number): Promise<void> {
  requestTo('PUT', `${ADDRESS}/file`).flush(problemDocument(code, 'r', 'Why'), { status, statusText: '' });
  await jest.advanceTimersByTimeAsync(2000);
}

/** Answers how much has arrived, and expects the rest to be sent. */
async function goOnFrom(received: number): Promise<void> {
  requestTo('GET', ADDRESS).flush(record(received));
  await jest.advanceTimersByTimeAsync(0);
  const part = requestTo('PUT', `${ADDRESS}/file`);
  expect([part.request.params.get('offset'), (part.request.body as Blob).size]).toEqual([
    String(received),
    FILE.size - received,
  ]);
  part.flush(record(FILE.size));
  await jest.advanceTimersByTimeAsync(0);
  expect(uploads.of('i')).toBeNull();
}

it('goes on by itself while the state of the server is unavailable', async () => {
  await refuse('state-unavailable', 503);
  expect(uploads.of('i')).toMatchObject({ isWaiting: true, problem: null });
  await goOnFrom(4);
});

it('goes on where it has stopped when a person wants it', async () => {
  await refuse('internal-error', 500);
  expect(uploads.of('i')?.problem?.detail).toBe('Why');
  TestBed.inject(HttpTestingController).verify();
  void uploads.retry('i');
  expect(uploads.of('i')?.problem).toBeNull();
  await goOnFrom(4);
});

it('gives its parts one name, and another one where a person has it go on', async () => {
  const senderOf = async (answer: DataImport): Promise<string | null> => {
    const part = requestTo('PUT', `${ADDRESS}/file`);
    part.flush(answer);
    await jest.advanceTimersByTimeAsync(0);
    return part.request.params.get('sender');
  };
  const names = [await senderOf(record(2)), await senderOf(record(4))];
  await refuse('import-not-ready', 409);
  expect(uploads.of('i')?.problem?.detail).toBe('Why');
  void uploads.retry('i');
  requestTo('GET', ADDRESS).flush(record(4));
  await jest.advanceTimersByTimeAsync(0);
  names.push(await senderOf(record(FILE.size)));
  expect(names[0]).toMatch(/^[\w-]{20,}$/);
  expect([names[1] === names[0], names[2] === names[0]]).toEqual([true, false]);
});

it('shows why it cannot go on', async () => {
  await refuse('internal-error', 500);
  void uploads.retry('i');
  requestTo('GET', ADDRESS).flush(problemDocument('import-not-found', 'r', 'Gone'), { status: 404, statusText: '' });
  await jest.advanceTimersByTimeAsync(0);
  expect(uploads.of('i')).toMatchObject({ isWaiting: false, problem: { detail: 'Gone' } });
});

it('waits for a server that cannot be reached', async () => {
  requestTo('PUT', `${ADDRESS}/file`).error(new ProgressEvent('error'));
  await jest.advanceTimersByTimeAsync(2000);
  expect(uploads.of('i')).toMatchObject({ isWaiting: true, problem: null });
  await goOnFrom(4);
});

it('ends where the file has changed since it was chosen', async () => {
  const changed = new Blob();
  changed.slice = () => changed;
  changed.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  const file = new File(['0123456789'], 'digits.csv');
  file.slice = () => changed;
  uploads.resume({ ...record(0), id: 'j' }, file);
  requestTo('PUT', '/api/imports/j/file').error(new ProgressEvent('error'));
  await jest.advanceTimersByTimeAsync(0);
  expect(uploads.of('j')).toMatchObject({ isWaiting: false, problem: { title: 'The file cannot be read' } });
});

it('refuses an empty file at once', async () => {
  requestTo('PUT', `${ADDRESS}/file`).flush(record(FILE.size));
  await expect(uploads.start(new File([], 'empty.csv'))).rejects.toMatchObject({ title: 'The file is empty' });
  TestBed.inject(HttpTestingController).verify();
});
