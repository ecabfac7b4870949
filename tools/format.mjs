// Fails where a file is not as Prettier prints it: `npm run check`.
import { checkFormat } from './format/check-format.mjs';

const paths = process.argv.slice(2);
const { exitCode, output } = await checkFormat(paths.length > 0 ? paths : ['.']);
if (output !== '') console.error(output.trim());
process.exitCode = exitCode;
