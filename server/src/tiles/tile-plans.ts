import { type PlanNode, type TileAddress, isBoxIndependent } from '#libs/tiles';

/** Features from which planning is a small share of a tile's work. */
const MANY = 1_000;

/** The plan that the server would keep for all tiles of a tile's zoom, and the one that it makes for this tile. */
export type PlanSource = (address: TileAddress) => Promise<{ readonly kept: PlanNode; readonly own: PlanNode }>;

/**
 * At which zooms of a layer one plan does for every tile. It is found out zoom by zoom, from the plans of a tile that was
 * made there and has something, but little enough that planning is worth sparing; until then, and where it cannot be
 * found out, each tile is planned for itself. It lasts as long as the layer's description.
 */
export class TilePlans {
  readonly #kept = new Set<number>();
  readonly #asked = new Set<number>();
  /** Where a tile had so many features that planning is better spent than spared. */
  readonly #crowded = new Set<number>();

  constructor(private readonly plans: PlanSource) {}

  /** Whether tiles of a zoom are made by the plan that the server keeps. */
  isKept(zoom: number): boolean {
    return this.#kept.has(zoom) && !this.#crowded.has(zoom);
  }

  /** A tile was made; resolves when what there is to find out by it is known. Never rejects. */
  async made(address: TileAddress, features: number): Promise<void> {
    const { z } = address;
    if (features > MANY) this.#crowded.add(z);
    if (features === 0 || features > MANY || this.#asked.has(z)) return;
    this.#asked.add(z);
    try {
      const { kept, own } = await this.plans(address);
      if (isBoxIndependent(kept, own)) this.#kept.add(z);
    } catch {
      // What keeps the plans from being read is reported by the tiles themselves, where it matters.
    }
  }
}
