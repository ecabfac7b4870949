import { computed, Directive, input } from '@angular/core';
import { COLOUR_PRESETS } from '#libs/api';

/** Gives a region the colour of a connection: everything inside reads `--dw-conn-*`. */
@Directive({
  selector: '[dwConnectionColour]',
  host: { '[attr.data-conn]': 'name()', '[style.--dw-conn-custom]': 'custom()' },
})
export class ConnectionColour {
  /** A preset name, `#rrggbb`, or null for a connection without colour. */
  readonly colour = input.required<string | null | undefined>({ alias: 'dwConnectionColour' });

  protected readonly name = computed(() => {
    const colour = this.colour();
    if (!colour) return 'none';
    return (COLOUR_PRESETS as readonly string[]).includes(colour) ? colour : 'custom';
  });
  protected readonly custom = computed(() => (this.name() === 'custom' ? this.colour() : null));
}
