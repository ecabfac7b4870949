import { installSql } from './monaco-setup';
import type { Monaco } from './monaco-setup';

let loading: Promise<Monaco> | null = null;

/** Monaco, which knows SQL; loaded once, from beside the application. Rejects where it cannot be loaded. */
export function loadMonaco(): Promise<Monaco> {
  return (loading ??= load());
}

async function load(): Promise<Monaco> {
  try {
    const { monaco } = await import('./monaco');
    installSql(monaco);
    return monaco;
  } catch (error) {
    loading = null;
    throw error;
  }
}
