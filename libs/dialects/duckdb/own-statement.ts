/** In the workbench's own statements, functions have lower-case names and keywords, which may stand before a bracket, do not. */
const CALL = /(?<![\w.'"$])[a-z_][a-z0-9_]*(?=\()/g;

/**
 * A statement of the workbench for DuckDB, as a template. Macros of a file hide the engine's functions of their names, those
 * that are written as operators too: every function of the text is called by the schema of the engine, and operators that are
 * functions (`||`, `LIKE`, `[…]`) have no place in it. What is filled in stays as it is.
 */
export function ownStatement(parts: TemplateStringsArray, ...filled: readonly (string | number)[]): string {
  const texts = parts.map((part) => part.replace(CALL, 'system.main."$&"'));
  return texts.map((text, index) => `${text}${filled[index] ?? ''}`).join('');
}
