/** The version of this workbench, as in package.json. */
export const VERSION = '0.1.0';
