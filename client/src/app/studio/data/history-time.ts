/** When something ran, as short as it can be told: `09:41` today, `Yesterday 09:41`, `18 May 02:00`, `18 May 2024`. */
export function shortTime(isoTime: string, now: Date): string {
  const at = new Date(isoTime);
  if (Number.isNaN(at.getTime())) return '';
  const clock = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const daysAgo = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (daysAgo === 0) return clock;
  if (daysAgo === 1) return `Yesterday ${clock}`;
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
  return at.getFullYear() === now.getFullYear() ? `${day} ${clock}` : `${day} ${at.getFullYear()}`;
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}
