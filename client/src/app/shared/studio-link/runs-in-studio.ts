import { Directive, ElementRef, inject } from '@angular/core';
import { readStudioLink } from '#libs/studio-link';
import { LinkGrants } from './link-grants';

const MIDDLE_BUTTON = 1;

/**
 * A link of the workbench's own whose SQL may run at once: following it issues a grant for exactly that link. A copied
 * address, and a tab opened from the browser's context menu, carry no grant, so the studio asks.
 */
@Directive({
  selector: 'a[dwRunsInStudio]',
  host: { '(click)': 'follow($event)', '(auxclick)': 'follow($event)' },
})
export class RunsInStudio {
  private readonly grants = inject(LinkGrants);
  private readonly anchor = inject<ElementRef<HTMLAnchorElement>>(ElementRef).nativeElement;

  protected follow(event: MouseEvent): void {
    if (event.button !== 0 && event.button !== MIDDLE_BUTTON) return;
    const link = readStudioLink(new URL(this.anchor.href).searchParams);
    const opensTab = event.button === MIDDLE_BUTTON || event.ctrlKey || event.metaKey || event.shiftKey;
    if (link !== null) this.grants.issue(link, opensTab ? 'new tab' : 'this tab');
  }
}
