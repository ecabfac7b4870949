export * from './address.js';
export * from './address-class.js';
export * from './network.js';
export * from './outbound-rule.js';
