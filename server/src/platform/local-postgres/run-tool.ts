import { spawn } from 'node:child_process';

/** A user of this machine by its numbers. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

export interface ToolResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ToolOptions {
  /** Whom the program runs as; null keeps the present user. */
  readonly user?: SystemUser | null;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a program to its end and returns what it printed; a program that cannot be started has the exit code null. */
export function runTool(file: string, parameters: readonly string[], options: ToolOptions = {}): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(file, parameters, {
      cwd: neutralFolder(),
      env: postgresEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.signal ? { signal: options.signal } : {}),
      ...identity(options.user),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', (error) => {
      resolve({ exitCode: null, stdout, stderr: stderr || error.message });
    });
    child.once('close', (exitCode) => {
      resolve({ exitCode, stdout, stderr });
    });
  });
}

/** The `uid` and `gid` of a spawned process, or nothing when it runs as the present user. */
export function identity(user: SystemUser | null | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** A folder every user may enter: Postgres tools complain when they cannot return to where they were started. */
export function neutralFolder(): string | undefined {
  return process.platform === 'win32' ? undefined : '/';
}

/** The environment without libpq's own variables, which would redirect a tool to another server or data folder. */
export function postgresEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !/^PG[A-Z]+$/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', LC_MESSAGES: 'C' };
}
