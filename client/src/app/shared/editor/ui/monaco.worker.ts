/** What Monaco works out beside the page. */
import 'monaco-editor/esm/vs/editor/editor.worker.js';
