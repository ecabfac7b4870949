import { Component, signal } from '@angular/core';
import { afterEach, expect, it } from '@jest/globals';
import { Part } from '../../../testing/part';
import { BusyButton } from './busy-button';
import { Icon } from './icon/icon';

@Component({
  selector: 'dw-busy-button-host',
  imports: [BusyButton, Icon],
  template: '<button type="button" [dwBusy]="isBusy()" [isHeld]="isHeld()"><dw-icon name="play" />Run now</button>',
})
class BusyButtonHost {
  readonly isBusy = signal(false);
  readonly isHeld = signal(false);
}

afterEach(() => Part.clear());

it('shows a spinner in the place of its icon while its work is under way', async () => {
  const part = await Part.show(BusyButtonHost);
  const button = part.element.querySelector('button');
  const shown = () => [
    ...[button?.getAttribute('aria-busy'), button?.getAttribute('aria-disabled'), part.text],
    ...['.dw-spinner', 'dw-icon'].map((selector) => button?.querySelectorAll(selector).length),
  ];
  expect(shown()).toEqual([null, null, 'Run now', 0, 1]);
  part.fixture.componentInstance.isBusy.set(true);
  await part.settled();
  expect(shown()).toEqual(['true', 'true', 'Run now', 1, 0]);
  part.fixture.componentInstance.isBusy.set(false);
  part.fixture.componentInstance.isHeld.set(true);
  await part.settled();
  expect(shown()).toEqual([null, 'true', 'Run now', 0, 1]);
});
