import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';

/** The root of the page: the frame with an area in it, or one of the pages before sign-in. */
@Component({ selector: 'dw-root', imports: [RouterOutlet], template: '<router-outlet />' })
export class App {}
