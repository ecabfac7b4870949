import { inject, Service } from '@angular/core';
import { Dialogs } from '../../../../../shared/ui/dialog/dialogs';
import type { GeometryDialog, GeometryDialogData, GeometryDialogResult } from '../../../geometry/ui/geometry-dialog';
import type { OpenCell } from '../open-cell';

/** In CSS pixels. */
const WIDTH = 1_080;

/** Edits cells of geometries on a map, whose code is loaded with the first one. */
@Service()
export class GeometryCells {
  private readonly dialogs = inject(Dialogs);

  /** What the cell is to be; null where the edit was given up. */
  async edit({ column, value, invalid }: OpenCell): Promise<GeometryDialogResult | null> {
    const { GeometryDialog: dialog } = await import('../../../geometry/ui/geometry-dialog');
    const options = { data: { column, value: invalid ?? value }, width: WIDTH, isForm: true };
    const result = await this.dialogs.open<GeometryDialog, GeometryDialogResult, GeometryDialogData>(dialog, options);
    return result ?? null;
  }
}
