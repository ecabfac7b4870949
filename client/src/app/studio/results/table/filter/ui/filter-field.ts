import type { IFloatingFilterComp, IFloatingFilterParams } from 'ag-grid-community';
import type { ColumnKind } from '#libs/api';
import { isRightAligned } from '#libs/results';
import { fold } from '../../../../../shared/ui/fold';
import { ICONS } from '../../../../../shared/ui/icon/icons';
import type { IconName } from '../../../../../shared/ui/icon/icon';
import type { FilterFields } from '../filter-fields';
import { filterHint, filterLabel } from '../filter-label';

/** What the field of a column needs to know, and what it asks for. */
export interface FilterFieldParams {
  readonly column: number;
  readonly name: string;
  readonly kind: ColumnKind;
  readonly fields: FilterFields;
}

/** The grid shows a field only for a column with a filter of its own, which this one never has. */
export class NoFilter {
  private readonly gui = document.createElement('div');
  getGui(): HTMLElement {
    return this.gui;
  }
  isFilterActive(): boolean {
    return false;
  }
  doesFilterPass(): boolean {
    return true;
  }
  getModel(): null {
    return null;
  }
  setModel(): void {
    // Conditions are kept outside of the grid.
  }
}

/** The field under the head of a column: its condition, or a hint. Plain DOM, since a result may have 1,600 of them. */
export class FilterField implements IFloatingFilterComp {
  private readonly gui = document.createElement('div');
  private readonly field = button('dw-filter-edit');
  private readonly text = document.createElement('span');
  private readonly aside = button('dw-filter-aside');
  private readonly stops: (() => void)[] = [];

  init(params: IFloatingFilterParams & FilterFieldParams): void {
    this.gui.className = isRightAligned(params.kind) ? 'dw-filter-field is-right' : 'dw-filter-field';
    this.field.append(this.text);
    this.gui.append(this.field, this.aside);
    this.field.addEventListener('click', () => params.fields.edit(params.column, this.gui));
    // The editor is there before the key has done its work, so that the character goes into its field.
    this.field.addEventListener('keydown', (event) => {
      if (isCharacter(event)) params.fields.edit(params.column, this.gui);
    });
    this.aside.addEventListener('click', () => this.pressAside(params));
    this.stops.push(
      params.fields.listen(() => this.draw(params)),
      fold(this.gui, { aside: 100 }).end,
    );
    this.draw(params);
  }

  getGui(): HTMLElement {
    return this.gui;
  }

  onParentModelChanged(): void {
    // The grid's own filter has none.
  }

  refresh(params: IFloatingFilterParams & FilterFieldParams): void {
    this.draw(params);
  }

  destroy(): void {
    for (const stop of this.stops) stop();
  }

  private pressAside({ column, fields }: FilterFieldParams): void {
    if (fields.of(column)) fields.clear(column);
    else fields.keepNull(column);
    this.field.focus();
  }

  private draw({ column, kind, fields, name }: FilterFieldParams): void {
    const filter = fields.of(column);
    const text = filter ? filterLabel(filter) : filterHint(kind);
    this.gui.classList.toggle('is-set', filter !== null);
    this.text.textContent = text;
    this.field.title = filter ? text : '';
    this.field.setAttribute('aria-label', filter ? `Filter of ${name}: ${text}` : `Filter ${name}`);
    this.aside.replaceChildren(filter ? icon('x') : 'NULL');
    this.aside.setAttribute('aria-label', filter ? `Clear the filter of ${name}` : `Only NULL in ${name}`);
  }
}

/** True for a key that types a character, and does not press the button. */
function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

function button(className: string): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = className;
  return element;
}

function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}
