export { keepLineEndings } from './keep-line-endings.js';
