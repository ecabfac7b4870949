import { TableColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps which state directory a thing of the demo was made by: several may share the state. */
export class KeepHomeOfDemoItems1764174000000 implements MigrationInterface {
  readonly name = 'KeepHomeOfDemoItems1764174000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.addColumn('demo_item', new TableColumn({ name: 'home', type: 'varchar', default: "''" }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('demo_item', 'home');
  }
}
