import { inject, Injectable } from '@angular/core';
import { Title } from '@angular/platform-browser';
import { TitleStrategy } from '@angular/router';
import type { RouterStateSnapshot } from '@angular/router';

/** Names the browser's tab after the area. */
@Injectable()
export class PageTitle extends TitleStrategy {
  private readonly title = inject(Title);

  override updateTitle(state: RouterStateSnapshot): void {
    const area = this.buildTitle(state);
    this.title.setTitle(area === undefined ? 'Data Workbench' : `${area} · Data Workbench`);
  }
}
