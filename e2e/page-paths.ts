/** Where each page of the application is; the demo has what they name. */
export const PAGE_PATHS = [
  ...['/studio?connection=shop', '/explore', '/changes', '/schema-watch/shop', '/data', '/layers', '/jobs'],
  ...['/notifications/channels', '/notifications/subscriptions', '/notifications/deliveries', '/agents', '/audit'],
  ...['/settings/studio', '/settings/snippets', '/settings/copilot', '/profile', '/admin'],
];
