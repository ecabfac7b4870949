/** A part of nestjs-pino that its package does not export; imported by its address, it is the one that runs. */
const { resetRootLogger } = (await import(new URL('rootLogger.js', import.meta.resolve('nestjs-pino')).href)) as {
  readonly resetRootLogger: () => void;
};

/** Has the next workbench make a logger: nestjs-pino keeps the first one of a process, with its level, for all of them. */
export function forgetLogger(): void {
  resetRootLogger();
}
