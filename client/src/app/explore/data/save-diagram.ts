import { diagramSvg } from '#libs/diagram';
import type { Diagram, DiagramNotes } from '#libs/diagram';
import { tokenReader } from '../../shared/theme/token-colours';

/** Pixels along the longer side of a PNG; browsers refuse much larger ones. */
const MOST_PIXELS = 8_192;

/** The whole diagram as an SVG document in the colours of the current theme. */
export function themedSvg(diagram: Diagram, tokens: ReadonlyMap<string, string>, notes: DiagramNotes): string {
  const colour = tokenReader(document.documentElement);
  const colours = {
    ground: colour('bg-sunken'),
    card: colour('bg-panel'),
    border: colour('line-2'),
    text: colour('text-1'),
    quiet: colour('text-2'),
    edge: colour('line-3'),
    schemas: new Map([...tokens].map(([schema, token]) => [schema, colour(token.replace('--dw-', ''))])),
  };
  return diagramSvg(diagram, colours, notes);
}

/** An SVG document as a PNG at twice its size, smaller where that is too large. Null where the browser cannot draw it. */
export async function svgPng(svg: string, { width, height }: Diagram): Promise<Blob | null> {
  const scale = Math.min(2, MOST_PIXELS / Math.max(width, height));
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(width * scale), Math.ceil(height * scale)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Hands a file to the browser to keep. */
export function saveBlob(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to read.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
