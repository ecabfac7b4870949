import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TransactionChip } from './transaction-chip';

describe('TransactionChip', () => {
  let fixture: ComponentFixture<TransactionChip>;
  let host: HTMLElement;
  let emitted: string[];

  beforeEach(() => {
    fixture = TestBed.createComponent(TransactionChip);
    host = fixture.nativeElement as HTMLElement;
    emitted = [];
    fixture.componentInstance.committed.subscribe(() => emitted.push('commit'));
    fixture.componentInstance.rolledBack.subscribe(() => emitted.push('rollback'));
  });

  async function show(inputs: Record<string, unknown>): Promise<void> {
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    await fixture.whenStable();
  }

  const pressAll = () => {
    for (const button of host.querySelectorAll('button')) button.click();
  };

  it('offers both ends of an open transaction', async () => {
    await show({ transaction: 'open' });
    expect(host.querySelector('[role=status]')?.textContent).toContain('Transaction open');
    pressAll();
    expect(emitted).toEqual(['commit', 'rollback']);
  });

  it('offers only a rollback after an error', async () => {
    await show({ transaction: 'failed' });
    expect(host.querySelector('[role=status]')?.textContent).toContain('Transaction failed');
    pressAll();
    expect(emitted).toEqual(['rollback']);
  });

  it('waits for the run that holds the session', async () => {
    await show({ transaction: 'open', isBusy: true });
    pressAll();
    expect(emitted).toEqual([]);
    expect(host.querySelectorAll('[aria-disabled=true]')).toHaveLength(2);
  });
});
