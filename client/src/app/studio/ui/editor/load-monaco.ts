import { addStyles } from './add-styles';
import type { Monaco } from './monaco-setup';

/** The build puts a hash into the name: `tools/build/hash-style.mjs`. */
const STYLES = 'monaco-styles.css';

let loading: Promise<Monaco> | null = null;

/** Monaco, which knows SQL; loaded once, from beside the application. Rejects where it cannot be loaded. */
export function loadMonaco(): Promise<Monaco> {
  return (loading ??= load());
}

async function load(): Promise<Monaco> {
  try {
    const [{ monaco, installSql }] = await Promise.all([import('./monaco'), addStyles(STYLES)]);
    installSql(monaco);
    return monaco;
  } catch (error) {
    loading = null;
    throw error;
  }
}
