import { ensureToolchain } from './toolchain/ensure.mjs';

/** Finds or installs what the tests need and says where it is; one sentence and exit code 1 where it cannot. */
try {
  const found = await ensureToolchain(['postgres', 'chromium', 'openssh']);
  for (const [name, value] of Object.entries(found)) console.log(`${name}=${value ?? ''}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
