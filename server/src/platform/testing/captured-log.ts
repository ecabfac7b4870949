import fs from 'node:fs';

const { writeSync } = fs;

/** Takes what the process logs (standard error) instead of showing it, from `start` to `stop`. */
export class CapturedLog {
  text = '';

  start(): void {
    this.text = '';
    fs.writeSync = ((fd: number, ...rest: [string]) => {
      if (fd !== 2) return writeSync(fd, ...rest);
      this.text += rest[0];
      return Buffer.byteLength(rest[0]);
    }) as typeof fs.writeSync;
  }

  stop(): void {
    fs.writeSync = writeSync;
  }
}
