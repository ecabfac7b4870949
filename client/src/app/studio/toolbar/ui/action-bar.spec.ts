import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { health, postgresSample } from '../../../../testing/connection-samples';
import { ActionBar } from './action-bar';

describe('ActionBar', () => {
  let fixture: ComponentFixture<ActionBar>;
  let host: HTMLElement;
  let emitted: string[];

  beforeEach(async () => {
    fixture = TestBed.createComponent(ActionBar);
    host = fixture.nativeElement as HTMLElement;
    emitted = [];
    fixture.componentInstance.run.subscribe((scope) => emitted.push(scope));
    fixture.componentInstance.cancelled.subscribe(() => emitted.push('cancel'));
    await show({ connection: postgresSample(), connections: [postgresSample()], busyForMs: null });
  });

  async function show(inputs: Record<string, unknown>): Promise<void> {
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    await fixture.whenStable();
  }

  function button(text: string): HTMLButtonElement | undefined {
    return [...host.querySelectorAll('button')].find(
      (one) => one.closest('.out') === null && one.textContent.includes(text),
    );
  }

  it('runs', () => {
    button('Run')?.click();
    expect(emitted).toEqual(['usual']);
    expect(button('Cancel')).toBeUndefined();
  });

  it('previews changes where the text writes and the connection can show them, once at a time', async () => {
    fixture.componentInstance.previewAsked.subscribe(() => emitted.push('preview'));
    await show({ canPreview: true });
    expect(button('Preview')).toBeUndefined();
    await show({ canPreview: false, isWriting: true });
    expect(button('Preview')).toBeUndefined();
    await show({ canPreview: true });
    button('Preview')?.click();
    await show({ isPreviewing: true });
    button('Preview')?.click();
    await show({ isPreviewing: false, refusal: 'This tab has no SQL yet' });
    button('Preview')?.click();
    expect(emitted).toEqual(['preview']);
  });

  it('puts Cancel in the place of Run, and takes no second run', async () => {
    await show({ busyForMs: 0 });
    expect(button('Run')).toBeUndefined();
    button('Cancel')?.click();
    expect(emitted).toEqual(['cancel']);
    await show({ isCancelling: true });
    button('Cancelling')?.click();
    expect(emitted).toEqual(['cancel']);
  });

  it('does not take the second click of a double click for Cancel', async () => {
    await show({ busyForMs: 0 });
    button('Cancel')?.dispatchEvent(new MouseEvent('click', { detail: 2 }));
    expect(emitted).toEqual([]);
  });

  it('gives the focus to what stands in the place', async () => {
    document.body.append(host);
    button('Run')?.focus();
    await show({ busyForMs: 0 });
    expect(document.activeElement).toBe(button('Cancel'));
    await show({ busyForMs: null });
    expect(document.activeElement).toBe(button('Run'));
    host.remove();
  });

  it('shows seconds past the first one', async () => {
    await show({ busyForMs: 999 });
    expect(button('Cancel')?.textContent).not.toMatch(/\d/);
    await show({ busyForMs: 4_200 });
    expect(button('Cancel')?.textContent).toContain('4.2 s');
  });

  it('says why it cannot run, and does not', async () => {
    await show({ refusal: 'Choose a connection for this tab first' });
    button('Run')?.click();
    expect(emitted).toEqual([]);
    expect(button('Run')?.getAttribute('aria-disabled')).toBe('true');
  });

  it('marks a connection whose role can do more than read', async () => {
    const chip = () => host.querySelector('dw-connection-chip button');
    expect(chip()?.querySelector('.risk')).toBeNull();
    const detail = 'Role app can run programs on the database server.';
    const server = {
      product: 'PostgreSQL',
      version: '15.18',
      role_risks: [{ code: 'execute_programs' as const, detail }],
    };
    await show({ connection: postgresSample({ server }) });
    expect(chip()?.querySelector('.risk')).not.toBeNull();
    expect(chip()?.getAttribute('aria-label')).toBe(
      'Connection Shop production, healthy, its role can do more than read',
    );
  });

  it.each([
    ['healthy', 'ok'],
    ['idle', 'idle'],
    ['connecting', 'idle'],
    ['failed', 'bad'],
  ] as const)('shows a %s connection on the whole face of the chip, with the dot of the list', async (state, tone) => {
    await show({ connection: postgresSample({ health: health(state) }) });
    const chip = host.querySelector('dw-connection-chip button');
    expect(chip?.getAttribute('data-health')).toBe(state);
    expect(chip?.getAttribute('data-conn')).toBe('red');
    expect(chip?.querySelector('dw-dot')?.getAttribute('data-tone')).toBe(tone);
  });

  it('names connection and health for those who see no dot', () => {
    expect(host.querySelector('dw-connection-chip button')?.getAttribute('aria-label')).toBe(
      'Connection Shop production, healthy',
    );
  });

  it('saves, says what is changed since, and why it cannot', async () => {
    fixture.componentInstance.saveAsked.subscribe(() => emitted.push('save'));
    button('Save')?.click();
    await show({ saveState: 'changed' });
    expect(button('Save')?.textContent).toContain('changed since it was saved');
    await show({ saveState: 'saved' });
    expect(button('Saved')?.textContent).not.toContain('changed');
    await show({ saveRefusal: 'This tab has no SQL yet' });
    button('Saved')?.click();
    expect(emitted).toEqual(['save']);
    expect(button('Saved')?.getAttribute('aria-disabled')).toBe('true');
  });
});
