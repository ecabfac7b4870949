import { Component } from '@angular/core';
import { Shell } from './shell/shell';

/** The root of the page. */
@Component({ selector: 'dw-root', imports: [Shell], template: '<dw-shell />' })
export class App {}
