import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { causesViolation, changeBreaks } from '#libs/contracts';
import type { ImpactItem } from '#libs/impact';
import { BreakingSources, ImpactSources } from '../impact/index.js';
import type { BreakingChanges, ImpactQuestion } from '../impact/index.js';
import { State } from '../platform/index.js';
import { contractOf } from './contract-views.js';
import { ContractRecord, ViolationRecord } from './contract.entity.js';

/** Reports what changes break of the contract in force, and which changes are behind what is broken of it now. */
@Injectable()
export class ContractImpact implements OnModuleInit {
  constructor(
    private readonly sources: ImpactSources,
    private readonly breaking: BreakingSources,
    private readonly state: State,
  ) {}

  onModuleInit(): void {
    this.sources.add((_, question) => this.find(question));
    this.breaking.add((connectionId) => this.broken(connectionId));
  }

  /** Who may ask about a connection may see its contract. What was found before the freeze is what is expected. */
  private async find({ connectionId, foundAt, changes }: ImpactQuestion): Promise<ImpactItem[]> {
    const record = await this.state.manager.findOneBy(ContractRecord, { connectionId });
    if (record === null || Date.parse(foundAt) < Date.parse(record.frozenAt)) return [];
    const brokenBy = changeBreaks(contractOf(record));
    return changes.flatMap((change, index): ImpactItem[] => {
      const broken = brokenBy(change);
      if (broken === null) return [];
      return [{ change: index, kind: 'contract', id: record.id, name: record.name, detail: broken.summary }];
    });
  }

  private async broken(connectionId: string): Promise<BreakingChanges | null> {
    const { manager } = this.state;
    const open = await manager.findOneBy(ViolationRecord, { connectionId, resolvedAt: IsNull() });
    const select = { connectionId: true, frozenAt: true } as const;
    const contract = await manager.findOne(ContractRecord, { where: { connectionId }, select });
    if (open === null || contract === null) return null;
    const tables = new Set(open.items.map(({ table }) => table));
    return { since: contract.frozenAt, tables, has: causesViolation(open.items) };
  }
}
