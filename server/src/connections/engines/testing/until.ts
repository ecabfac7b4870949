/** Waits for a condition by asking for it again and again; fails with what was waited for when it never comes. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
