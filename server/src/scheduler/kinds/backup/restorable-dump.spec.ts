import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { RestorableDump, isUnderstood } from './restorable-dump.js';

const DUMP = `\\restrict abc
SET statement_timeout = 0;

--
-- Name: f(); Type: FUNCTION; Schema: public; Owner: bob
--

CREATE FUNCTION public.f() RETURNS text
    AS 'SELECT 1';


ALTER FUNCTION public.f() OWNER TO bob;

--
-- Name: s; Type: SUBSCRIPTION; Schema: -; Owner: bob
--

CREATE SUBSCRIPTION s CONNECTION 'a
b' PUBLICATION p;


ALTER SUBSCRIPTION s OWNER TO bob;

SET default_tablespace = '';

--
-- Name: SUBSCRIPTION s; Type: COMMENT; Schema: -; Owner: bob
--

COMMENT ON SUBSCRIPTION s IS 'x';


--
-- Name: t; Type: TABLE; Schema: public; Owner: bob
--

CREATE TABLE public.t (note text);


--
-- Data for Name: t; Type: TABLE DATA; Schema: public; Owner: bob
--

COPY public.t (note) FROM stdin;
ALTER TABLE public.t OWNER TO bob;
-- Name: x; Type: ACL; Schema: public; Owner: bob
ünï\\.
\\.


--
-- Data for Name: u; Type: TABLE DATA; Schema: public; Owner: bob
--

COPY public.u (note) FROM stdin;
\\.


--
-- Name: TABLE t; Type: ACL; Schema: public; Owner: bob
--

GRANT SELECT ON TABLE public.t TO eve;


--
-- PostgreSQL database dump complete
--

\\unrestrict abc
`;

const restorable = (dump: string, bytes: number, serverMajor = 16) => {
  const all = Buffer.from(dump);
  const chunks = Array.from({ length: Math.ceil(all.length / bytes) }, (_, index) =>
    all.subarray(index * bytes, (index + 1) * bytes),
  );
  return text(Readable.from(chunks).pipe(new RestorableDump(serverMajor)));
};

it.each([1, 2, 7, 100_000])('leaves out owners, privileges and subscriptions, in chunks of %d bytes', async (bytes) => {
  const result = await restorable(DUMP, bytes);
  const statements = result.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  expect(statements).toEqual([
    '\\restrict abc',
    'SET statement_timeout = 0;',
    'CREATE FUNCTION public.f() RETURNS text',
    "    AS 'SELECT 1';",
    "SET default_tablespace = '';",
    'CREATE TABLE public.t (note text);',
    'COPY public.t (note) FROM stdin;',
    'ALTER TABLE public.t OWNER TO bob;',
    'ünï\\.',
    '\\.',
    'COPY public.u (note) FROM stdin;',
    '\\.',
    '\\unrestrict abc',
  ]);
  expect(result).toContain('-- Name: x; Type: ACL; Schema: public; Owner: bob\n');
});

it('passes bytes of no known encoding on as they are', async () => {
  const dump = Buffer.from([...Buffer.from('COPY a FROM stdin;\n'), 0xff, 0xfe, ...Buffer.from('\n\\.\nSELECT 1;\n')]);
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from([dump]).pipe(new RestorableDump(16))) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks)).toEqual(dump);
});

describe('what clients from 17 on set', () => {
  const set = 'SET transaction_timeout = 0;';
  const entry = `-- Name: f(); Type: FUNCTION; Schema: public; Owner: bob\n--\n\n${set}\n`;
  it.each([
    [16, 1, `SET lock_timeout = 0;\n${entry}`],
    [16, 1000, `SET lock_timeout = 0;\n${entry}`],
    [17, 1000, `SET lock_timeout = 0;\n${set}\n${entry}`],
  ])('is left out for a server of %d, and stays in functions', async (server, bytes, expected) => {
    expect(await restorable(`SET lock_timeout = 0;\n${set}\n${entry}`, bytes, server)).toBe(expected);
  });

  it.each([
    [15, 15, true],
    [16, 16, true],
    [15, 17, false],
    [16, 18, false],
    [17, 17, true],
    [17, 18, true],
  ])('means that a server of %d takes dumps of %d as they are: %s', (server, client, isTaken) => {
    expect(isUnderstood(server, client)).toBe(isTaken);
  });
});
