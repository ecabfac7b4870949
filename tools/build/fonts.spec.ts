import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FONTS, faceOf, writeFonts } from './fonts.mjs';

const styles = readFileSync('client/src/styles/fonts.css', 'utf8');

describe('fonts of the client', () => {
  it('are a good deal smaller than their packages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    await writeFonts(folder);
    const bytes = (path: string) => statSync(path).size;
    for (const { name, source } of FONTS) expect(bytes(join(folder, name))).toBeLessThan(0.7 * bytes(source));
    rmSync(folder, { recursive: true });
  });

  it('have the characters and weights that the styles name', () => {
    for (const { name } of FONTS) {
      const { text, weights } = faceOf(styles, name);
      expect(weights).toEqual({ min: 400, max: 700 });
      for (const character of 'Aé€−’…\u2191') expect(text).toContain(character);
    }
  });

  it('know no file that the styles do not name', () => {
    expect(() => faceOf(styles, 'other.woff2')).toThrow('no @font-face');
  });
});
