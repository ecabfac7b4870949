import type { Type } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { settle } from './page-set-up';

/** A component on the simulated page, found and used as a person does: by its words and labels. */
export class Part<C> {
  private constructor(readonly fixture: ComponentFixture<C>) {}

  /** Puts it on the page. */
  static async show<C>(component: Type<C>, inputs: Readonly<Record<string, unknown>> = {}): Promise<Part<C>> {
    const fixture = TestBed.createComponent(component);
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    document.body.append(fixture.nativeElement as HTMLElement);
    await fixture.whenStable();
    return new Part(fixture);
  }

  /** Takes everything off the page, menus and dialogs too. */
  static clear(): void {
    TestBed.resetTestingModule();
    for (const container of document.querySelectorAll('.cdk-overlay-container')) container.remove();
  }

  get element(): HTMLElement {
    return this.fixture.nativeElement as HTMLElement;
  }

  get text(): string {
    return words(this.element);
  }

  /** The control with that label, on the part or in what lies above the page. */
  control(label: string): HTMLInputElement {
    const found = [...document.querySelectorAll('label')].find((candidate) => words(candidate).startsWith(label));
    const control = found?.control ?? document.querySelector(`[aria-label="${label}"]`);
    if (!control) throw new Error(`No control has the label ${label}`);
    return control as HTMLInputElement;
  }

  /** Types into a control. */
  async type(label: string, value: string): Promise<void> {
    const control = this.control(label);
    control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
    await this.settled();
  }

  /** Presses the button, link or menu item of those words or that label, the one on top first. */
  async press(name: string): Promise<void> {
    const all = [...document.querySelectorAll<HTMLElement>('button, a, input[type="checkbox"]')].reverse();
    const found = all.find((button) => button.getAttribute('aria-label') === name || words(button) === name);
    if (!found) throw new Error(`Nothing to press is called ${name}`);
    found.click();
    await this.settled();
  }

  /** Waits until page and promises have settled, also those of parts that are loaded then. */
  async settled(): Promise<void> {
    await settle();
    await new Promise((resolve) => setTimeout(resolve));
    await settle();
    await this.fixture.whenStable();
  }
}

/** The words of an element, a single space between those of different parts. */
export function words(element: Element | null | undefined): string {
  if (!element) return '';
  const texts: string[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

/** The words of the dialog on top. */
export function dialogText(): string {
  return words([...document.querySelectorAll('.cdk-dialog-container')].at(-1));
}
