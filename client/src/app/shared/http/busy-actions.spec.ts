import { describe, expect, it } from '@jest/globals';
import { BusyActions } from './busy-actions';

describe('BusyActions', () => {
  it('performs an action once while it is under way, and again afterwards', async () => {
    const actions = new BusyActions<'save' | 'run'>();
    const ends: ((value: string) => void)[] = [];
    const work = (): Promise<string> => new Promise((resolve) => ends.push(resolve));
    const first = actions.run('save', work);
    const second = actions.run('save', work);
    void actions.run('run', work);
    expect([ends.length, actions.isBusy('save')]).toEqual([2, true]);
    ends[0]?.('saved');
    expect([await first, await second, actions.isBusy('save'), actions.isBusy('run')]).toEqual([
      'saved',
      undefined,
      false,
      true,
    ]);
    void actions.run('save', work);
    expect(ends).toHaveLength(3);
  });

  it('rejects as the work does, and can be performed again', async () => {
    const actions = new BusyActions();
    const fail = (): Promise<never> => Promise.reject(new Error('Disk full'));
    await expect(actions.run('save', fail)).rejects.toThrow('Disk full');
    expect(actions.isBusy('save')).toBe(false);
  });
});
