import { describe, expect, it } from '@jest/globals';
import { htmlText, xmlText } from './index.js';

describe('htmlText', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [`<b a="1" b='2'>&amp;</b>`, '&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&lt;/b&gt;'],
    ['größe 😀\n\t', 'größe 😀\n\t'],
  ])('%j is %j', (text, escaped) => {
    expect(htmlText(text)).toBe(escaped);
  });
});

describe('xmlText', () => {
  it.each([
    ['a < b', 'a &lt; b'],
    ['line\r\n\tline', 'line\r\n\tline'],
    ['nul\u0000bell\u0007', 'nul?bell?'],
    ['\ufffe\uffff\ufffd', '??\ufffd'],
    ['half \ud83d and whole 😀', 'half ? and whole 😀'],
  ])('%j is %j', (text, escaped) => {
    expect(xmlText(text, '?')).toBe(escaped);
    expect(xmlText(text)).toBe(escaped.replaceAll('?', ''));
  });
});
