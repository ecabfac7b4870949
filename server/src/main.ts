import { setFlagsFromString } from 'node:v8';

// Loading the modules would grow V8's young generation to its largest size, which it then keeps: 25 MB for nothing on
// an idle server. It may grow as soon as there is work.
setFlagsFromString('--semi-space-growth-factor=1');
const { start } = await import('./start.js');
await start(process.env, process.cwd());
setFlagsFromString('--semi-space-growth-factor=2');
