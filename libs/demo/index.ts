export type { DemoItemView, DemoState, DemoView } from './demo-view.js';
export { stepOffset, welcomeOf, welcomeText, WELCOMES } from './welcome.js';
export type { Welcome, WelcomeStep } from './welcome.js';
