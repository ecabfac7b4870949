import { addStyles } from './add-styles';
import type { Monaco } from './monaco-setup';

/** The build puts a hash into the name: `tools/build/hash-style.mjs`. */
const STYLES = 'monaco-styles.css';

let loading: Promise<Monaco> | null = null;
/** Added once, also where the editor itself is loaded again after a failure. */
let styles: Promise<void> | null = null;

/** Monaco, which knows SQL; loaded once, from beside the application. Rejects where it cannot be loaded. */
export function loadMonaco(): Promise<Monaco> {
  return (loading ??= load());
}

async function load(): Promise<Monaco> {
  try {
    const [{ monaco, installSql }] = await Promise.all([import('./monaco'), loadStyles()]);
    installSql(monaco);
    return monaco;
  } catch (error) {
    loading = null;
    throw error;
  }
}

async function loadStyles(): Promise<void> {
  try {
    await (styles ??= addStyles(STYLES));
  } catch (error) {
    styles = null;
    throw error;
  }
}
