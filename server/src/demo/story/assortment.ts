import { DAY_MS, FIRST_DAY, LAST_DAY } from './calendar.js';
import { seededRandom } from './random.js';

export interface Category {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  readonly slug: string;
}

export interface Product {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly categoryId: number;
  /** Today's price and what the shop pays for it, in cents. */
  readonly priceCents: number;
  readonly costCents: number;
  readonly weightGrams: number | null;
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly listedAt: number;
  readonly discontinuedAt: number | null;
  /** How well it sells within its category, in proportion. */
  readonly appeal: number;
  /** In which half of the year it sells better. */
  readonly season: 'summer' | 'winter' | 'any';
}

interface Assortment {
  readonly parent: string;
  readonly name: string;
  readonly nouns: readonly string[];
  readonly priceEuros: readonly [number, number];
  readonly weightGrams: readonly [number, number];
  readonly season: Product['season'];
}

const SERIES = [
  'Fjell',
  'Havn',
  'Lyng',
  'Skog',
  'Tind',
  'Vind',
  'Elv',
  'Dal',
  'Stein',
  'Sol',
  'Bris',
  'Tåke',
  'Myr',
  'Kyst',
  'Rimfrost',
];
const COLOURS = ['moss', 'slate', 'ochre', 'ink', 'rust', 'sand'];
const TAGS = ['recycled', 'vegan', 'gift idea', 'bestseller', 'new', 'repairable', 'limited'];

const ASSORTMENT: readonly Assortment[] = [
  {
    parent: 'Camping',
    name: 'Tents',
    nouns: ['Tent 2P', 'Tent 4P', 'Tarp'],
    priceEuros: [119, 649],
    weightGrams: [900, 6200],
    season: 'summer',
  },
  {
    parent: 'Camping',
    name: 'Sleeping',
    nouns: ['Sleeping Bag', 'Mat', 'Pillow'],
    priceEuros: [19, 389],
    weightGrams: [90, 1900],
    season: 'summer',
  },
  {
    parent: 'Camping',
    name: 'Cooking',
    nouns: ['Stove', 'Pot Set', 'Mug'],
    priceEuros: [12, 159],
    weightGrams: [80, 1400],
    season: 'summer',
  },
  {
    parent: 'Camping',
    name: 'Light',
    nouns: ['Headlamp', 'Lantern', 'Torch'],
    priceEuros: [15, 129],
    weightGrams: [40, 700],
    season: 'winter',
  },
  {
    parent: 'Clothing',
    name: 'Jackets',
    nouns: ['Shell', 'Down Jacket', 'Fleece'],
    priceEuros: [79, 529],
    weightGrams: [280, 1100],
    season: 'winter',
  },
  {
    parent: 'Clothing',
    name: 'Base Layers',
    nouns: ['Merino Shirt', 'Leggings', 'Briefs'],
    priceEuros: [25, 109],
    weightGrams: [60, 320],
    season: 'winter',
  },
  {
    parent: 'Clothing',
    name: 'Accessories',
    nouns: ['Beanie', 'Gloves', 'Buff'],
    priceEuros: [14, 79],
    weightGrams: [30, 180],
    season: 'winter',
  },
  {
    parent: 'On Foot',
    name: 'Shoes',
    nouns: ['Hiking Boot', 'Trail Shoe', 'Sandal'],
    priceEuros: [69, 319],
    weightGrams: [520, 1700],
    season: 'any',
  },
  {
    parent: 'On Foot',
    name: 'Backpacks',
    nouns: ['Backpack 25', 'Backpack 45', 'Hip Bag'],
    priceEuros: [29, 289],
    weightGrams: [180, 2300],
    season: 'any',
  },
  {
    parent: 'On Foot',
    name: 'Navigation',
    nouns: ['Compass', 'Map', 'GPS Watch'],
    priceEuros: [9, 449],
    weightGrams: [30, 260],
    season: 'any',
  },
  {
    parent: 'On the Water',
    name: 'Boats',
    nouns: ['Packraft', 'Kayak', 'SUP Board'],
    priceEuros: [349, 1899],
    weightGrams: [2400, 21000],
    season: 'summer',
  },
  {
    parent: 'On the Water',
    name: 'Dry Bags',
    nouns: ['Dry Bag 10', 'Dry Bag 35', 'Phone Case'],
    priceEuros: [11, 89],
    weightGrams: [40, 900],
    season: 'summer',
  },
];

const PARENTS = [...new Set(ASSORTMENT.map((one) => one.parent))];
const CENTS = [0, 50, 90, 95];

/** The categories: four departments with three or four groups each. */
export function categories(): Category[] {
  const departments = PARENTS.map((name, index) => ({ id: index + 1, parentId: null, name, slug: slug(name) }));
  const groups = ASSORTMENT.map(({ parent, name }, index) => ({
    id: PARENTS.length + index + 1,
    parentId: PARENTS.indexOf(parent) + 1,
    name,
    slug: `${slug(parent)}/${slug(name)}`,
  }));
  return [...departments, ...groups];
}

/** The products: fifteen in each group, some of them listed later or discontinued. */
export function products(): Product[] {
  const random = seededRandom('products');
  return ASSORTMENT.flatMap((group, groupIndex) =>
    SERIES.map((series, seriesIndex): Product => {
      const id = groupIndex * SERIES.length + seriesIndex + 1;
      const noun = group.nouns[seriesIndex % group.nouns.length] ?? group.name;
      const [low, high] = group.priceEuros;
      const priceCents = Math.round(low + (high - low) * random.next() ** 2) * 100 + random.pick(CENTS);
      const isLate = random.chance(0.25);
      return {
        id,
        sku: `${slug(group.name).slice(0, 3).toUpperCase()}-${String(1000 + id)}`,
        name: `${series} ${noun}`,
        categoryId: PARENTS.length + groupIndex + 1,
        priceCents,
        costCents: Math.round(priceCents * (0.42 + random.next() * 0.2)),
        weightGrams: random.chance(0.06) ? null : random.integer(...group.weightGrams),
        tags: TAGS.filter(() => random.chance(0.18)),
        attributes: {
          colour: random.pick(COLOURS),
          warranty_years: random.integer(2, 5),
          rating: random.integer(28, 50) / 10,
        },
        listedAt: isLate ? FIRST_DAY + random.integer(30, 1100) * DAY_MS : FIRST_DAY,
        discontinuedAt: random.chance(0.07) ? LAST_DAY - random.integer(20, 300) * DAY_MS : null,
        appeal: 1 / (1 + random.integer(0, SERIES.length - 1)),
        season: group.season,
      };
    }),
  );
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}
